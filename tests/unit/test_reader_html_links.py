"""What only leads to other pages is not read as the words of a page."""

from __future__ import annotations

from backend.readers.html import read_html

PAGE = """
<body>
<nav><ul><li>Home</li><li><nav>Deep</nav>Charts</li></ul></nav>
<div role="navigation"><div>Previous</div><p>Next page</p></div>
<div class="toc"><p>Table of Contents</p><a href="#reef">Can I reef at night?</a></div>
<h2>Can I reef at night?<a class="headerlink" href="#reef">¶</a></h2>
<p>Yes, with a lamp. See the <a href="#lamp">lamp</a>.</p>
<div class="section"><div class="navfooter">Up</div><p>Keep it dry.</p></div>
</body>
"""


def test_bars_of_links_and_marks_beside_headings_are_passed_over() -> None:
    text = read_html(PAGE, "reefing.html").text
    assert text.split("\n\n") == [
        "Can I reef at night?",
        "Yes, with a lamp. See the lamp.",
        "Keep it dry.",
    ]


def test_a_page_of_links_alone_is_read() -> None:
    text = read_html(
        "<body><nav><a href='a.html'>Charts of the bay</a></nav></body>", "x.html"
    ).text
    assert text == "Charts of the bay"
