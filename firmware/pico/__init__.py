# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The drivers of a Merels board on a Raspberry Pi Pico: small, device only, without opinions.

`ports.py` builds one of each from `config.py` and hands them to `merels.app.App`, which meets the
world through nothing else. Every pin of the board is set up in this folder.
"""
