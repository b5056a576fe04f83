"""The sample's survey protocol: three pages of rules, steps and limits."""

from __future__ import annotations

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak, Paragraph, Spacer

from tests.sample_source.chart import Lettering
from tests.sample_source.style import (
    HEADING,
    SUBHEADING,
    SUBTITLE,
    TITLE,
    About,
    items,
    paragraphs,
    steps,
    table,
)

ABOUT = About(
    title="Survey protocol SP-07",
    author="Mei-Lin Sato and Ruth Adeyemi",
    subject="Counting seagrass, keeping seeds and caring for instruments",
    running_head="Survey protocol SP-07, version 3",
)


def story(_lettering: Lettering) -> list[Flowable]:
    """The whole protocol."""
    return [*_front(), PageBreak(), *_seeds(), PageBreak(), *_instruments()]


def _front() -> list[Flowable]:
    return [
        Spacer(1, 12 * mm),
        Paragraph("Survey protocol SP-07", TITLE),
        Paragraph(
            "Version 3 · in force from 1 March 2024 · Mei-Lin Sato and Ruth Adeyemi",
            SUBTITLE,
        ),
        Paragraph("1 Purpose", HEADING),
        *paragraphs(
            "This protocol says how the Lantern Bay Marine Station (LBMS) counts seagrass, keeps "
            "seeds and cares for its instruments, so that numbers from different years and people "
            "can be compared. Whoever departs from it writes down where and why.",
            "It replaces version 2 of 2021 and changes two things: the quadrat is smaller "
            "(section 2), and seeds are kept in brine (section 4). Counts of earlier "
            "years have been converted.",
        ),
        Paragraph("2 Counting shoots", HEADING),
        *paragraphs(
            "Each site has six transects of 50 metres, marked by screws in the sea bed. A quadrat "
            "of 25 by 25 centimetres is laid down every five metres, beginning at nought, which "
            "gives eleven quadrats to a transect. Shoots that are rooted inside are counted; "
            "shoots that only lean in are not.",
        ),
        *steps(
            "Lay the tape along the screws, from the landward end.",
            "Wait until the water is clear; count nothing that cannot be seen.",
            "Count the shoots in each quadrat twice. If the counts differ by more than five, count "
            "a third time and keep the middle one.",
            "Photograph every third quadrat with the scale in view.",
            "Enter the counts on the day they were made, with both divers' initials.",
        ),
        Paragraph("3 When to count", HEADING),
        *paragraphs(
            "The summer survey takes place in the first half of August, when shoots are densest. "
            "An extra survey is due within 30 days if the turbidity has stayed above 15 NTU for "
            "more than ten days, or if the director asks for one. NTU is the nephelometric "
            "turbidity unit: clear bay water has about 3, a glass of weak tea about 60.",
        ),
        Paragraph("Light", SUBHEADING),
        *paragraphs(
            "Eelgrass in the bay needs at least 5 moles of photons per square metre and day of "
            "photosynthetically active radiation (PAR), as a mean over two weeks. Below that, the "
            "plants live on their reserves, and a site is put on watch.",
        ),
    ]


def _seeds() -> list[Flowable]:
    return [
        Paragraph("4 Seeds", HEADING),
        Paragraph("4.1 Gathering", SUBHEADING),
        *paragraphs(
            "Flowering shoots are gathered at Keel Point only, from mid-July on, when three in ten "
            "of the pods have opened. Never more than one shoot in fifty is taken, and no "
            "place is visited in two years running.",
        ),
        Paragraph("4.2 Keeping", SUBHEADING),
        *paragraphs(
            "Ripe seeds are kept in the dark at 4 degrees Celsius and a salinity of 50, which is "
            "half as salt again as the sea. Cold slows the seeds down, and the brine keeps them "
            "from sprouting before they are sown. In plain sea water a third of them sprout in the "
            "tank and are lost.",
            "Salinity is checked every week and topped up with deionised water. The tanks are "
            "stirred once a day, by hand, for one minute.",
        ),
        Paragraph("4.3 Testing", SUBHEADING),
        *paragraphs(
            "Late in February 400 seeds are moved to water of salinity 10 and 15 degrees. The "
            "share that sprouts within three weeks is the germination rate. Below 50 per cent "
            "the batch is sown twice as thickly; below 25 per cent it is not sown at all.",
        ),
        Paragraph("4.4 Sowing", SUBHEADING),
        *paragraphs(
            "Seeds are sown in March in jute bags of one litre, 1,000 seeds to a bag with clean "
            "sand, at depths of one to three metres below low water. No sowing takes place at more "
            "than 0.5 metres of swell.",
        ),
        *table(
            "Table 1. Limits for keeping and sowing seeds",
            [
                ["What", "Aim", "Lowest", "Highest"],
                ["Temperature of the tanks, °C", "4", "2", "6"],
                ["Salinity of the tanks", "50", "45", "55"],
                ["Oxygen, mg per litre", "8", "5", "–"],
                ["Weeks in storage", "28", "–", "36"],
                ["Seeds to a bag", "1,000", "800", "1,200"],
                ["Depth below low water, m", "2", "1", "3"],
            ],
            [76 * mm, 28 * mm, 28 * mm, 28 * mm],
            note="Outside a limit: tell the nursery lead the same day and note it in the notebook.",
        ),
    ]


def _instruments() -> list[Flowable]:
    return [
        Paragraph("5 Instruments", HEADING),
        *paragraphs(
            "Every instrument has a keeper, a depth that it stands, and a day by which it must be "
            "calibrated again. An instrument that is overdue is not used.",
        ),
        *table(
            "Table 2. Instruments and their calibration",
            [
                ["Instrument", "Measures", "Depth", "Calibrated"],
                ["Light logger", "PAR", "30 m", "every 6 months"],
                ["CTD probe", "Conductivity, temperature, depth", "100 m", "every 12 months"],
                ["Turbidity meter", "Turbidity in NTU", "20 m", "every month"],
                ["Tide gauge", "Water level", "10 m", "every 12 months"],
                ["Wave buoy", "Height and period of waves", "surface", "after each storm*"],
            ],
            [38 * mm, 60 * mm, 24 * mm, 38 * mm],
            words=2,
            note="* Within seven days of any storm with waves of more than 2.5 metres, and in any "
            "case every 24 months. Keeper of all instruments: Jonas Lindqvist.",
        ),
        Paragraph("Lost instruments", SUBHEADING),
        *paragraphs(
            "The loss of an instrument is reported to the keeper within two days. Its data count "
            "up to the last transmission. A spare light logger is kept at the station.",
        ),
        Paragraph("6 Safety", HEADING),
        *items(
            "Nobody dives alone, and nobody dives at a current of more than 0.7 metres a second.",
            "The skipper decides whether a boat goes out. At forecasts of force 7 and above, boats "
            "are hauled out twelve hours ahead.",
            "Boats keep 20 metres from the marked transects, and never anchor in a meadow.",
        ),
        Paragraph("7 Keeping records", HEADING),
        *paragraphs(
            "Counts are entered on the day. Instruments send their values every ten minutes. What "
            "does not fit into a form belongs in the station notebook, with the date and the "
            "initials: a notebook that says too much has never harmed a survey.",
            "Records are kept for thirty years, on two disks in two houses. The statistician "
            "compares them on the first Monday of the month, and says so in the notebook where "
            "they differ.",
        ),
        *table(
            "Table 3. Versions of this protocol",
            [
                ["Version", "In force from", "What changed"],
                ["1", "1 May 2018", "First version, written after the survey of Keel Point"],
                ["2", "15 June 2021", "Six transects to a site instead of four"],
                ["3", "1 March 2024", "Quadrat of 25 instead of 50 cm; seeds kept in brine"],
            ],
            [22 * mm, 36 * mm, 102 * mm],
            words=3,
        ),
    ]
