# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Games and boards as a person sees them: text, pictures, a live screen, a replay."""
