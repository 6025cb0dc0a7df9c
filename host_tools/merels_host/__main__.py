# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""`python -m merels_host` is the `merels` command."""

import sys

from merels_host.cli import main

sys.exit(main())
