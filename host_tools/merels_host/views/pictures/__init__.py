# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""The board and its games as pictures.

A leaf of the host's stream: positions in, text and pixels out. What is to be drawn is a list of
`shapes` with names of `looks`; `svg` and `raster` draw any such list, so that a picture is the
same in either form. `wood` knows the board, `lights` its lights, `scene` a moment of a game.

    svg.document(scene.of(moment, board), theme="light")
"""
