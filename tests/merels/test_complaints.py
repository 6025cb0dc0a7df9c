# SPDX-FileCopyrightText: The Merels contributors
# SPDX-License-Identifier: MIT
"""Complaints: shown at once, counted once they have lasted, and again if they come back."""

from merels.hands.complaints import Complaint
from merels.rules.position import OFF
from merels_host.complaint_words import SENTENCES, sentence


def test_every_word_has_a_sentence_that_names_the_point():
    for word, _ in SENTENCES:
        assert "d6" in sentence(word, "d6")


def test_a_word_that_is_not_in_the_list_is_refused():
    try:
        sentence("bored", "d6")
    except KeyError:
        pass
    else:
        raise AssertionError("took it")


def test_a_complaint_counts_once_when_it_has_lasted():
    complaint = Complaint()
    assert complaint.say("two-lifted", 3)
    assert not complaint.say("two-lifted", 3)
    assert complaint.wait(0) == 200 and complaint.wait(150) == 50 and not complaint.lasted
    assert complaint.wait(200) == 0 and complaint.lasted
    complaint.lasted = False
    assert complaint.wait(5000) == 0 and not complaint.lasted


def test_it_counts_again_if_it_comes_back_or_moves_on():
    complaint = Complaint()
    complaint.say("two-lifted", 3)
    complaint.wait(200)
    complaint.lasted = False
    assert complaint.say("two-lifted", 4) and complaint.wait(199) == 1
    assert complaint.say("", OFF) and complaint.wait(900) == 0
    assert complaint.say("two-lifted", 3)
    assert complaint.wait(300) == 0 and complaint.lasted


def test_what_has_no_point_never_counts():
    complaint = Complaint()
    complaint.say("cannot-accept", OFF)
    assert complaint.wait(900) == 0 and not complaint.lasted
