# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Lines to and from a host: framed, answered, and sent again until they are acknowledged."""
