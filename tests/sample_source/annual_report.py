"""The sample's annual report: four pages, one of them in two columns."""

from __future__ import annotations

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, NextPageTemplate, PageBreak, Paragraph, Spacer

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
    title="Annual report 2024",
    author="Lantern Bay Marine Station",
    subject="A year of seagrass restoration in Lantern Bay",
    running_head="Annual report 2024",
)

SITES = ("Saltpan Cove", "Gull Reach", "Mill Sands", "Keel Point")


def story(lettering: Lettering) -> list[Flowable]:
    """The whole report."""
    return [
        *_letter(),
        NextPageTemplate("two"),
        PageBreak(),
        *_year(),
        NextPageTemplate("one"),
        PageBreak(),
        *_meadows(lettering),
        PageBreak(),
        *_money(),
        *_people(),
    ]


def _letter() -> list[Flowable]:
    return [
        Spacer(1, 12 * mm),
        Paragraph("Annual report 2024", TITLE),
        Paragraph("Lantern Bay Marine Station · Aldmoor · published in January 2025", SUBTITLE),
        Paragraph(
            "In 2024 more seagrass grew in Lantern Bay than in any year since the station began "
            "to count, and then one night in October took a part of it away. This report tells of "
            "both.",
            LEAD,
        ),
        Paragraph("A word from the director", HEADING),
        *paragraphs(
            "When I came to the station in 2019, the bay had one meadow left: the old one at Keel "
            "Point, which nobody had ever planted and which had survived everything. Five years "
            "later there are four. We have learned to gather seeds, to keep them through the "
            "winter and to sow them from a boat, and in August 2024 the youngest of the new "
            "meadows had nearly half as many shoots to the square metre as the oldest one in the "
            "bay.",
            "Then came Storm Odette. In the night of 19 October 2024 the waves at Keel Point "
            "were higher than our wave buoy had ever measured. We lost a light logger, eleven "
            "metres of slipway and two fifths of the shoots at Gull Reach. What stays with me is "
            "not the loss but its pattern: the meadow among elastic moorings lost almost nothing, "
            "and the meadow among chains lost most. A storm is a harsh teacher, but it was a clear "
            "one.",
            "So the year ends with a plan. We have asked the harbour board to replace the chains "
            "at Gull Reach, and we will sow there again in spring 2025. The Brightwater Foundation "
            "has renewed its grant for three years, which lets us keep the nursery, the boats and "
            "above all the people who know how to use them.",
            "I thank the 212 boat owners who signed for the new moorings, the eleven volunteers "
            "who counted seed bags in the rain, and everyone who came to the open day to ask "
            "whether seagrass is seaweed.",
            "<i>Ines Varga, director</i>",
        ),
        Paragraph("The year in figures", HEADING),
        *items(
            "<b>4.6 hectares</b> of planted meadow at the end of August, against 3.1 the year "
            "before",
            "<b>1,150,000 seeds</b> sown on three days in March, by two boats and eleven "
            "volunteers",
            "<b>79 per cent</b> of the seeds sprouted in the test, against 64 per cent in 2023",
            "<b>640 visitors</b> on the open day, the most so far",
        ),
    ]


def _year() -> list[Flowable]:
    return [
        Paragraph("Restoring the meadows", HEADING),
        Paragraph("From seed to seedling", SUBHEADING),
        *paragraphs(
            "Eelgrass (<i>Zostera marina</i>) flowers under water in early summer. From mid-July "
            "our divers gather the flowering shoots at Keel Point, never more than one in fifty, "
            "and bring them to the seed nursery. There they ripen in tanks until the seeds drop "
            "to the bottom and can be sieved out. Of every hundred seeds gathered in 2023, "
            "eighty-one were still sound in spring.",
            "Keeping them is the art. Until 2023 the seeds spent the winter in plain sea water, "
            "and many sprouted in the tank, where they died. Since the new survey protocol came "
            "into force, they are kept cold and in strong brine. Mei-Lin Sato, who leads the "
            "nursery, had tried the method in a bucket two years before anyone believed her.",
        ),
        Paragraph("Sowing from the boat", SUBHEADING),
        *paragraphs(
            "In March the seeds go back to sea in jute bags filled with clean sand. The bags keep "
            "crabs away from the seeds, hold them on the bottom and rot within the year. The "
            "<i>Petrel</i>, our workboat, draws only 60 centimetres and can sow at half tide. "
            "The <i>Dunlin</i> goes where even the Petrel cannot.",
            "The sowing of 2024 took three days. Where each boat went is written down in the "
            "station notebook.",
        ),
        Paragraph("Moorings", HEADING),
        *paragraphs(
            "A boat at anchor swings with the wind, and its chain sweeps the bottom. Around every "
            "chain mooring in the bay there is a ring of bare sand, six to nine metres across. "
            "Elastic moorings have no chain: a rubber line stays stretched between the anchor and "
            "the buoy, so that nothing touches the bottom.",
            "In March 2024 the first twelve elastic moorings of the bay were installed at Saltpan "
            "Cove, paid for by the Regional Coast Fund. The layout was drawn by Tomas Okafor, who "
            "has moored every boat in the bay at least once.",
        ),
        Paragraph("Storm Odette", HEADING),
        *paragraphs(
            "The storm of 19 and 20 October is the subject of a report of its own. In short: Keel "
            "Point and Saltpan Cove came through it almost unharmed, Mill Sands lost a quarter of "
            "its shoots to moving sand, and Gull Reach lost 41 per cent. The water stayed turbid "
            "for sixteen days.",
            "The damage to buildings and boats cost 37,000 euros to repair. The insurance paid for "
            "none of it, since the slipway stands below the high-water mark.",
        ),
        Paragraph("Visitors and schools", HEADING),
        *paragraphs(
            "Runa Halvorsen took 31 school classes out to the meadows at low tide. Each class "
            "adopts one square metre and counts its shoots in spring and in autumn. The class with "
            "the richest square, from the primary school of Aldmoor, counted 388 shoots at Keel "
            "Point and named every one of them.",
        ),
        Paragraph("What comes next", HEADING),
        *paragraphs(
            "In 2025 we will sow 600,000 seeds at Gull Reach, as soon as the first chains are "
            "gone, and none at Saltpan Cove, which now spreads by itself. A fifth site, Lark "
            "Shallows, will be surveyed in summer. It lies in the lee of Keel Point and had "
            "eelgrass until about 1970, if the fishermen's maps are right.",
        ),
    ]


def _meadows(lettering: Lettering) -> list[Flowable]:
    years = ("2021", "2022", "2023", "2024")
    density = {
        "Saltpan Cove": (0, 34, 92, 151),
        "Gull Reach": (62, 118, 187, 233),
        "Mill Sands": (141, 139, 152, 160),
        "Keel Point": (318, 322, 315, 320),
    }
    columns = list(zip(*(density[site] for site in SITES), strict=True))
    return [
        Paragraph("The meadows in numbers", HEADING),
        *paragraphs(
            "Ruth Adeyemi and her students counted the shoots on 24 transects between 5 and 16 "
            "August 2024. Three of the four meadows are planted; Keel Point is the natural meadow "
            "that serves as the reference. Saltpan Cove was sown for the first time in March "
            "2022, so that its series begins at nought.",
        ),
        *table(
            "Table 1. Shoots per square metre, mean of the August surveys",
            [
                ["Site", *years, "Change 2023–2024"],
                ["Saltpan Cove", "0", "34", "92", "151", "+64 %"],
                ["Gull Reach", "62", "118", "187", "233", "+25 %"],
                ["Mill Sands", "141", "139", "152", "160", "+5 %"],
                ["Keel Point (reference)", "318", "322", "315", "320", "+2 %"],
            ],
            [46 * mm, 20 * mm, 20 * mm, 20 * mm, 20 * mm, 34 * mm],
            note="Before Storm Odette. The counts after the storm stand in the storm assessment.",
        ),
        Paragraph("Figure 1. Shoots per square metre by site and year", CAPTION),
        bars(
            SITES,
            list(zip(years, columns, strict=True)),
            lettering=lettering,
            top=340,
            grid=(0, 100, 200, 300),
        ),
        Spacer(1, 4 * mm),
        *paragraphs(
            "Gull Reach grew fastest in absolute numbers until 2023 and is now the densest of the "
            "planted meadows. Mill Sands has hardly changed in four years. The sand there moves "
            "with every spring tide, and seedlings are buried before they can hold it; a low fence "
            "of brushwood is being tried at its western end.",
        ),
        *table(
            "Table 2. Seeds sown and area planted",
            [
                ["", "2022", "2023", "2024"],
                ["Seeds sown", "420,000", "760,000", "1,150,000"],
                ["Seeds that sprouted in the test", "58 %", "64 %", "79 %"],
                ["Planted area in hectares, end of August", "1.9", "3.1", "4.6"],
                ["Volunteers on the boats", "6", "9", "11"],
            ],
            [76 * mm, 28 * mm, 28 * mm, 28 * mm],
        ),
    ]


def _money() -> list[Flowable]:
    return [
        Paragraph("Income and spending", HEADING),
        *table(
            "Table 3. Accounts in thousands of euros",
            [
                ["", "2023", "2024"],
                ["Brightwater Foundation", "240", "310"],
                ["Regional Coast Fund", "180", "180"],
                ["University of Aldmoor", "95", "110"],
                ["Eelgrass Friends, members' gifts", "38", "52"],
                ["Income", "553", "652"],
                ["Staff", "298", "331"],
                ["Boats and fuel", "74", "88"],
                ["Seed nursery", "61", "97"],
                ["Instruments", "57", "42"],
                ["Open days and schools", "28", "33"],
                ["Repairs after Storm Odette", "–", "37"],
                ["Spending", "518", "628"],
                ["Carried over to the next year", "35", "24"],
            ],
            [92 * mm, 34 * mm, 34 * mm],
            totals=(5, 12, 13),
        ),
        *paragraphs(
            "The Brightwater Foundation remains the largest supporter. Spending on the seed "
            "nursery rose by more than half, because the cold tanks had to be bought; spending on "
            "instruments fell, because the wave buoy of 2023 was paid for.",
        ),
    ]


def _people() -> list[Flowable]:
    return [
        Paragraph("People and boats", HEADING),
        *table(
            "Table 4. Who does what",
            [
                ["Name", "Work", "At the station since"],
                ["Ines Varga", "Director", "2019"],
                ["Mei-Lin Sato", "Leads the seed nursery", "2020"],
                ["Tomas Okafor", "Skipper of the Petrel, moorings", "2016"],
                ["Ruth Adeyemi", "Surveys and statistics", "2021"],
                ["Jonas Lindqvist", "Instruments", "2022"],
                ["Runa Halvorsen", "Volunteers and schools; skipper of the Dunlin", "2023"],
            ],
            [42 * mm, 84 * mm, 34 * mm],
            words=2,
        ),
        *paragraphs(
            "The <i>Petrel</i> is a workboat of 8.5 metres, built in 1998 and re-engined in 2022. "
            "The <i>Dunlin</i> is an open dinghy of 4.2 metres. Both were hauled out in time on 19 "
            "October.",
        ),
    ]
