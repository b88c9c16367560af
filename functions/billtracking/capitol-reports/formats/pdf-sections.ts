// Builds the sections of a capitol report as pieces of a page.
import { black, faint, ink } from '../../../../shared/pdf/palette.ts';
import { drawText } from '../../../../shared/pdf/typesetting.ts';
import type { Section } from '../content/snapshot.ts';
import { buildTextPieces, drawPageRule, gap, margin, type Piece, style, wrapLines } from './flow.ts';
import { buildEvent, buildFullBill, buildShortBill } from './pdf-entries.ts';
import { buildFigures, buildTable, type Page } from './pdf-tables.ts';

const headingStyle = style('semibold', 14, ink);
const paragraphStyle = style('regular', 10.5, black);
const moreStyle = style('italic', 10, faint);

const buildHeading = ({ document }: Page, title: string): Piece[] => [
  gap(12, true),
  {
    height: 24,
    staysWithNext: true,
    draw: (y) => {
      drawText(document, title, margin, y + 12, headingStyle);
      drawPageRule(document, y + 18, ink, 0.75);
    },
  },
];

const buildEmptyLine = (page: Page): Piece[] =>
  buildTextPieces(page.document, ['Nothing to report.'], {
    left: margin,
    style: style('italic', 10.5, faint),
  });

const buildMoreLine = (page: Page, more: number | undefined, what: string): Piece[] =>
  more === undefined
    ? []
    : buildTextPieces(page.document, [`and ${more} more ${what}${more === 1 ? '' : 's'}`], {
        left: margin,
        style: moreStyle,
      });

function buildContent(page: Page, section: Section): Piece[] {
  switch (section.kind) {
    case 'text':
      return section.paragraphs.flatMap((paragraph) => [
        ...buildTextPieces(page.document, wrapLines(page.document, paragraph, page.width, paragraphStyle), {
          left: margin,
          style: paragraphStyle,
        }),
        gap(4),
      ]);
    case 'figures':
      return buildFigures(page, section);
    case 'bills':
      if (section.bills.length === 0) return buildEmptyLine(page);
      return [
        ...section.bills.flatMap((bill) =>
          section.style === 'full' ? buildFullBill(page, bill) : buildShortBill(page, bill),
        ),
        ...buildMoreLine(page, section.more, 'bill'),
      ];
    case 'events':
      if (section.events.length === 0) return buildEmptyLine(page);
      return [
        ...section.events.flatMap((event) => buildEvent(page, event, section.style === 'full' ? 3 : 1)),
        ...buildMoreLine(page, section.more, 'event'),
      ];
    case 'table':
      return section.rows.length === 0 ? buildEmptyLine(page) : buildTable(page, section);
  }
}

/** Whether a section needs no heading at the top of the report. */
const isLeadSection = ({ kind }: Section): boolean => kind === 'text' || kind === 'figures';

/** The pieces of all sections with their headings, which the leading sections do not need. */
export function buildSections(page: Page, sections: readonly Section[]): Piece[] {
  const first = sections.findIndex((section) => !isLeadSection(section));
  return sections.flatMap((section, index) => [
    ...(index < first ? [gap(8)] : buildHeading(page, section.title)),
    ...buildContent(page, section),
  ]);
}
