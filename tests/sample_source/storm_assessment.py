"""The sample's storm assessment: three pages about one night."""

from __future__ import annotations

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, FrameBreak, NextPageTemplate, PageBreak, Paragraph, Spacer

from tests.sample_source.chart import Lettering, bars
from tests.sample_source.style import (
    CAPTION,
    HEADING,
    LEAD,
    SUBHEADING,
    SUBTITLE,
    TITLE,
    About,
    items,
    paragraphs,
    table,
)

ABOUT = About(
    title="Storm Odette: damage to the seagrass of Lantern Bay",
    author="Ruth Adeyemi",
    subject="Extra survey after the storm of 19 and 20 October 2024",
    running_head="Storm Odette assessment",
)


def story(lettering: Lettering) -> list[Flowable]:
    """The whole assessment."""
    return [
        *_summary(lettering),
        NextPageTemplate("two"),
        PageBreak(),
        *_discussion(),
        NextPageTemplate("one"),
        PageBreak(),
        *_measures(),
    ]


def _summary(lettering: Lettering) -> list[Flowable]:
    return [
        Spacer(1, 12 * mm),
        Paragraph("Storm Odette", TITLE),
        Paragraph(
            "Damage to the seagrass of Lantern Bay · Ruth Adeyemi · 17 November 2024", SUBTITLE
        ),
        Paragraph(
            "Four meadows, one night: losses ran from 6 to 41 per cent. Where boats lie on chains, "
            "the storm took five times the share that it took among elastic moorings.",
            LEAD,
        ),
        Paragraph("The storm", HEADING),
        *paragraphs(
            "Storm Odette reached the bay in the afternoon of 19 October 2024 and blew from the "
            "south-west for nineteen hours. The highest gust at the station was 121 kilometres an "
            "hour, at 02:20 on 20 October. The wave buoy off Keel Point measured waves of 3.4 "
            "metres, half a metre more than ever before, and the water stood 0.9 metres above the "
            "predicted tide.",
            "The turbidity rose to 68 NTU and stayed above 15 NTU for twelve days, so that an "
            "extra survey was due under protocol SP-07. It took place from 11 to 15 November, on "
            "the same transects as in August.",
        ),
        *table(
            "Table 1. Shoots per square metre before and after the storm",
            [
                ["Site", "August", "November", "Lost", "Loss", "Moorings"],
                ["Saltpan Cove", "151", "139", "12", "8 %", "12 elastic"],
                ["Gull Reach", "233", "137", "96", "41 %", "18 on chains"],
                ["Mill Sands", "160", "121", "39", "24 %", "none"],
                ["Keel Point", "320", "301", "19", "6 %", "none"],
            ],
            [40 * mm, 22 * mm, 24 * mm, 20 * mm, 20 * mm, 34 * mm],
        ),
        Paragraph("Figure 1. Shoots per square metre in August and in November 2024", CAPTION),
        bars(
            ("Saltpan Cove", "Gull Reach", "Mill Sands", "Keel Point"),
            (("August", (151, 233, 160, 320)), ("November", (139, 137, 121, 301))),
            lettering=lettering,
            top=340,
            grid=(0, 100, 200, 300),
        ),
    ]


def _discussion() -> list[Flowable]:
    return [
        Paragraph("Site by site", HEADING),
        Paragraph("Gull Reach", SUBHEADING),
        *paragraphs(
            "Gull Reach lies open to the south-west and took the full force of the waves. That "
            "alone does not explain its loss. The divers mapped what was left: within ten metres "
            "of a chain mooring 68 per cent of the shoots were gone, further away 17 per cent. The "
            "chains had been dragged across the meadow with every wave, and the bare rings around "
            "them had grown from seven to fourteen metres across.",
            "Roots were torn out with their runners, so that these places will not grow back by "
            "themselves. They have to be sown.",
        ),
        Paragraph("Saltpan Cove", SUBHEADING),
        *paragraphs(
            "Saltpan Cove has the same depth, the same sand and almost the same outlook. Its "
            "twelve moorings have been elastic since March 2024: their lines stay clear of the "
            "bottom. No trace of them was found in the meadow, and it lost 8 per cent, mostly old "
            "leaves.",
        ),
        Paragraph("Mill Sands", SUBHEADING),
        *paragraphs(
            "Nobody moors at Mill Sands. Here it was the sand that moved: up to 30 centimetres of "
            "it covered the western third of the meadow. Eelgrass can grow through about ten. The "
            "light logger of this site was torn from its post and has not been found; its last "
            "value came at 23:50 on 19 October.",
        ),
        Paragraph("Keel Point", SUBHEADING),
        *paragraphs(
            "The old meadow lost 6 per cent, which is what a common winter takes. Its runners form "
            "a mat of 40 centimetres that no wave of this storm could lift. It remains the only "
            "source of seeds.",
        ),
        FrameBreak(),
        Paragraph("Why the moorings matter", HEADING),
        *paragraphs(
            "Three things differ between Gull Reach and Saltpan Cove: the moorings, the age of the "
            "meadow and the outlook, by some ten degrees. Age should favour Gull Reach, which is "
            "two years older and had been the denser meadow. The waves, computed from the buoy, "
            "were 9 per cent higher there. Neither comes near to explaining a loss that is five "
            "times as large in per cent and eight times as large in shoots.",
            "The distance from the nearest chain explains it well. If the places near a chain are "
            "left out, Gull Reach lost 17 per cent, between Saltpan Cove and Mill Sands, where a "
            "meadow with its outlook would be expected.",
        ),
        Paragraph("What we do not know", HEADING),
        *paragraphs(
            "We do not know how elastic moorings behave in a storm from the north, which would "
            "press the boats towards the shore. We have one storm and two sites with moorings; "
            "this is a comparison, not an experiment.",
        ),
    ]


def _measures() -> list[Flowable]:
    return [
        Paragraph("What should be done", HEADING),
        *table(
            "Table 2. Measures, with their cost and who sees to them",
            [
                ["Measure", "Who", "By", "Cost in euros"],
                ["Replace 18 chain moorings at Gull Reach", "Harbour board", "May 2025", "26,100"],
                ["Sow 600,000 seeds at Gull Reach", "Mei-Lin Sato", "March 2025", "14,800"],
                ["New light logger for Mill Sands", "Jonas Lindqvist", "January 2025", "2,350"],
                ["Brushwood fence at Mill Sands", "Tomas Okafor", "April 2025", "3,900"],
                ["Repair of the slipway", "Ines Varga", "February 2025", "21,500"],
            ],
            [66 * mm, 36 * mm, 30 * mm, 28 * mm],
            words=3,
        ),
        *paragraphs(
            "The order is ours; the first measure matters most. Seeds that are sown at Gull Reach "
            "while the chains still lie there would be sown for the next storm.",
        ),
        Paragraph("How fast the meadows may recover", HEADING),
        *paragraphs(
            "After the winter storm of 2017, which was weaker, Keel Point needed one summer and "
            "Mill Sands three. If nothing is sown at Gull Reach, we expect its rings to close in "
            "seven to nine years. If it is sown in 2025 and once more in 2027, four years should "
            "be enough.",
        ),
        *items(
            "Saltpan Cove: by August 2025, without help",
            "Keel Point: by August 2025, without help",
            "Mill Sands: by 2027, if the fence holds",
            "Gull Reach: by 2028 with sowing and elastic moorings",
        ),
        Paragraph("Thanks", HEADING),
        *paragraphs(
            "Six students of the University of Aldmoor dived in water of eight degrees for five "
            "days. Tomas Okafor took them out in the Petrel each morning and brought all of them "
            "back.",
        ),
    ]
