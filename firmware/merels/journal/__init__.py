# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Records: what is kept on flash, when it is written, and how it is read back."""
