# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Where the `merels` command begins, as `python -m merels_host` does.

Small, so that a Ctrl-C while the rest is loaded ends quietly, too.

    merels = "merels_host.__main__:main"
"""

import sys


def main() -> int:
    """Run the command line of this process and return its exit code."""
    try:
        from merels_host import cli

        return cli.main()
    except KeyboardInterrupt:
        return 130  # what shells report for Ctrl-C


if __name__ == "__main__":
    sys.exit(main())
