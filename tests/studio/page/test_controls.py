from kinroute.studio.page.controls import table, terms, text_of


def test_texts_of_files_never_become_markup() -> None:
    evil = "<img src=x onerror='alert(1)'>\"&"
    for made in (text_of(evil), table(evil, [evil], ""), terms([(evil, evil)])):
        assert "<img" not in made
        assert "'alert" not in made


def test_a_table_has_a_name_and_heads_for_its_columns() -> None:
    made = table("Routes", ("Route", "Load"), "<tr><td>1</td><td>2</td></tr>", kind="routes")
    assert "role='region' aria-label='Routes'" in made
    assert made.count("<th scope='col'>") == 2
    assert "<table class='routes'>" in made


def test_terms_are_pairs() -> None:
    assert terms([("cost", "7")]) == "<dl><div><dt>cost</dt><dd>7</dd></div></dl>"
