"""The Pathing lesson pack holds what it promises."""

from crossfall.generator.lesson_plans.pathing_boxes import lesson
from crossfall.solver.budget import Budget


def test_the_pack_leads_from_play_to_a_line_two_turns_ahead() -> None:
    pack = lesson(0, Budget(), audit=True)
    assert len(pack.pages) == 5
    counts = [len(page.sheet.items) for page in pack.pages]
    assert counts == [1, 4, 4, 4, 2]
    stars = [[item.stars for item in page.sheet.items] for page in pack.pages[1:]]
    assert stars == [[1, 1, 2, 3], [1, 2, 2, 3], [3, 3, 3, 3], [4, 4]]
    assert all(item.key for page in pack.pages[1:] for item in page.sheet.items)
    assert "Zero" in pack.credit
    assert len(pack.materials) == 3
    (counters,) = pack.materials[-1].sheet.items[0].boards
    letters = {
        layer.style: len(layer.labels) for layer in counters.layers if hasattr(layer, "labels")
    }
    assert letters["x-letter"] == letters["y-letter"] >= 16
    assert len(pack.notes) == 6
    trap = pack.pages[2].sheet.items[0].key
    assert trap is not None
    assert any("Tempting" in p.text and "closes" in p.text for p in trap.paragraphs)
    for item in pack.pages[3].sheet.items:
        assert item.key is not None
        assert "no line on its next turn" in item.key.paragraphs[0].text
