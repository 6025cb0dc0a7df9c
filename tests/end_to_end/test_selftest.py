# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""merels selftest on simulated boards with the true drivers, hands acted over the control line."""

import json
import re

import pytest
from fakes.tester import Acted

SOME = "a7,d7,d6,f6,c5,a4"  # of two rows and three columns


def test_a_healthy_board(tmp_path):
    tested = Acted(tmp_path, options=["--points", SOME])
    assert tested.code == 0, tested.lines
    assert tested.lines[-3] == "Not tested: 19 of 25 points, the diodes of 19 points."
    assert tested.lines[-2] == "Nothing broken was found in what was tested."
    assert "sensors   matrix rows=2,3,4,5,6 columns=7,8,9,10,11" in tested.report
    assert "\nFindings\n\nnone\n" in tested.report
    assert len(re.findall(r"^\w\d +\w\d  ", tested.report, re.MULTILINE)) == 6


def test_a_dead_column_and_a_dark_chain(tmp_path):
    tested = Acted(tmp_path, "dead-column:GP8", "dark-after:9", options=["--points", SOME])
    assert tested.code == 1
    said = "\n".join(tested.lines)
    assert "COL1 on GP8 (pin 11) is dead" in said
    assert "The chain is dark from LED 10" in said
    assert "Something is broken" in said
    assert "[column] COL1 on GP8" in tested.report and "[chain] The chain" in tested.report


@pytest.mark.parametrize(
    ("build", "fault", "word"),
    [("matrix", "no-diode:d6", "diode"), ("hall", "stuck-select:GP12", "select")],
)
def test_other_faults_and_json(tmp_path, build, fault, word):
    points = "a7,d6,f6,a4" if build == "matrix" else "a7,d7,g7,g4"
    options = ["--json", "--report", "mine.txt", "--points", points]
    tested = Acted(tmp_path, fault, build=build, options=options)
    told = json.loads(tested.lines[-1])
    assert tested.code == 1 and told["report"] == "mine.txt"
    assert [one["fault"] for one in told["findings"]] == [word], told
