import yaml

from ukachat.yamlio.faults import explain


def test_unknown_complaint_is_passed_on() -> None:
    mark = yaml.Mark("f.yaml", 0, 0, 0, None, 0)
    error = yaml.MarkedYAMLError(None, None, "something new", mark)
    assert explain(error, "a", []) == (mark, "something new")
