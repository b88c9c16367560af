// Builds the sections of a capitol report as pieces of a page.
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import { drawText, measureText } from '../../../../shared/reports/typesetting.ts';
import { getEventTypeLabel } from '../content/entries.ts';
import {
  formatDayWithYear,
  formatLongDay,
  formatShortDay,
  formatTime,
  formatWeekday,
} from '../content/formatting.ts';
import { outcomeLabels } from '../content/outcome.ts';
import type { BillEntry, EventEntry, Section } from '../content/snapshot.ts';
import {
  alert,
  black,
  buildTextPieces,
  clipLines,
  drawRule,
  faint,
  gap,
  ink,
  keepTogether,
  margin,
  type Piece,
  style,
  wrapLines,
} from './flow.ts';
import { buildFigures, buildTable, type Page } from './pdf-tables.ts';

const headingStyle = style('semibold', 14, ink);
const strongStyle = style('semibold', 11, ink);
const plainStyle = style('regular', 10.5, black);
const smallStyle = style('regular', 9.5, faint);
const datedStyle = style('regular', 9.5, black);
const continuedStyle = style('italic', 10, faint);
const urgentStyle = style('regular', 10, alert);

/** The width of the dates before actions and events. */
const DATE_COLUMN_WIDTH = 76;

/** A day, with its year if the report covers more than one. */
const formatDay = ({ hasYears }: Page, day: string): string =>
  hasYears ? formatDayWithYear(day) : formatShortDay(day);

const buildHeading = ({ document }: Page, title: string): Piece[] => [
  gap(12, true),
  {
    height: 24,
    staysWithNext: true,
    draw: (y) => {
      drawText(document, title, margin, y + 12, headingStyle);
      drawRule(document, y + 18, ink, 0.75);
    },
  },
];

const buildEmptyNotice = (page: Page): Piece[] =>
  buildTextPieces(page.document, ['Nothing to report.'], { left: margin, of: style('italic', 10.5, faint) });

/** The tracking level or outcome and the position, shown at the right of a bill's number. */
const describeStanding = ({ outcome, trackingLevel, positionLabel }: BillEntry): string =>
  [outcome === undefined ? trackingLevel : outcomeLabels[outcome], positionLabel].join('  ·  ');

/** The text of an action, with its chamber. */
const describeAction = ({
  chamber,
  text,
}: {
  readonly chamber?: string | undefined;
  readonly text: string;
}): string => (chamber === undefined || text.startsWith(chamber) ? text : `${chamber}: ${text}`);

function buildActions(page: Page, actions: NonNullable<BillEntry['actions']>): Piece[] {
  const { document, width } = page;
  return actions.flatMap(({ date, chamber, text }) => {
    const lines = wrapLines(
      document,
      describeAction({ chamber, text }),
      width - DATE_COLUMN_WIDTH,
      datedStyle,
    );
    return buildTextPieces(document, lines, { left: margin + DATE_COLUMN_WIDTH, of: datedStyle }).map(
      (piece, index) =>
        index === 0
          ? {
              ...piece,
              draw: (y: number) => {
                drawText(
                  document,
                  formatDay(page, date),
                  margin + 10,
                  y + datedStyle.size * 0.82,
                  smallStyle,
                );
                piece.draw(y);
              },
            }
          : piece,
    );
  });
}

/** The heading of a bill whose entry continues on the next page. */
const buildContinuation = (document: OpenDocument, { billNumber }: BillEntry): Piece => ({
  height: 16,
  draw: (y) => {
    drawText(document, billNumber, margin, y + 11, strongStyle);
    drawText(
      document,
      'continued',
      margin + measureText(document, billNumber, strongStyle) + 6,
      y + 11,
      continuedStyle,
    );
  },
});

/** A bill with its whole title, its status and its actions. */
function buildFullBill(page: Page, bill: BillEntry): Piece[] {
  const { document, width } = page;
  const right = describeStanding(bill);
  const { positionSince: since, positionsTaken: otherPositions = [] } = bill;
  const facts = [
    bill.sponsors.length > 0 ? `Sponsor: ${bill.sponsors.slice(0, 3).join(', ')}` : undefined,
    bill.committees[0],
    bill.status,
    since === undefined || otherPositions.length > 0
      ? undefined
      : `${bill.positionLabel} since ${formatLongDay(since)}`,
  ].filter((part) => part !== undefined && part !== '');
  const below: Piece[] = [
    ...buildTextPieces(document, wrapLines(document, facts.join('  ·  '), width, smallStyle), {
      left: margin,
      of: smallStyle,
    }),
    ...otherPositions.flatMap(({ label, effectiveFrom }) =>
      buildTextPieces(document, [`New position: ${label}, from ${formatLongDay(effectiveFrom)}`], {
        left: margin,
        of: datedStyle,
      }),
    ),
    ...buildActions(page, bill.actions ?? []),
  ];
  const above = buildContinuation(document, bill);
  return keepTogether([
    {
      height: 16,
      draw: (y) => {
        drawText(document, bill.billNumber, margin, y + 11, strongStyle);
        drawText(
          document,
          right,
          margin + width - measureText(document, right, smallStyle),
          y + 11,
          smallStyle,
        );
      },
    },
    ...buildTextPieces(document, wrapLines(document, bill.title, width, plainStyle), {
      left: margin,
      of: plainStyle,
    }),
    ...below.map((piece) => ({ ...piece, above })),
    gap(11),
  ]);
}

/** A bill on one line, with the reasons why it needs attention or its most important action. */
function buildShortBill(page: Page, bill: BillEntry): Piece[] {
  const { document, width } = page;
  const last = bill.actions?.at(-1);
  const isDecided = bill.outcome !== undefined && bill.outcome !== 'UNDECIDED';
  const decidedOn = isDecided && last ? `${formatDay(page, last.date)}  ·  ` : '';
  const right = decidedOn + describeStanding(bill);
  const left = margin + Math.max(56, measureText(document, bill.billNumber, strongStyle) + 10);
  const room = margin + width - measureText(document, right, smallStyle) - 12 - left;
  const [title = ''] = clipLines(document, bill.title, room, plainStyle, 1);
  const inner = margin + width - left;
  const reasons = (bill.reasons ?? []).flatMap((reason) =>
    buildTextPieces(document, clipLines(document, reason, inner, urgentStyle, 2), { left, of: urgentStyle }),
  );
  const done =
    !last || isDecided
      ? []
      : buildTextPieces(
          document,
          clipLines(document, `${formatDay(page, last.date)}: ${describeAction(last)}`, inner, smallStyle, 1),
          { left, of: smallStyle },
        );
  return keepTogether([
    {
      height: 15,
      draw: (y) => {
        drawText(document, bill.billNumber, margin, y + 11, strongStyle);
        drawText(document, title, left, y + 11, plainStyle);
        drawText(
          document,
          right,
          margin + width - measureText(document, right, smallStyle),
          y + 11,
          smallStyle,
        );
      },
    },
    ...reasons,
    ...done,
    gap(6),
  ]);
}

function buildEvent(page: Page, event: EventEntry, maxLines: number): Piece[] {
  const { document, width, hasYears } = page;
  const first = formatDay(page, event.startDate);
  const when =
    event.endDate > event.startDate ? `${first} –` : hasYears ? first : formatWeekday(event.startDate);
  const time = event.time === undefined ? 'all day' : formatTime(event.time);
  const isOff = event.status === 'CANCELLED' || event.status === 'POSTPONED';
  const title = isOff ? `${event.title} (${event.status.toLowerCase()})` : event.title;
  const where = [
    getEventTypeLabel(event),
    ...event.committees,
    event.location,
    event.bills.join(', '),
  ].filter((part) => part !== undefined && part !== '');
  const left = margin + DATE_COLUMN_WIDTH + 14;
  const inner = width - DATE_COLUMN_WIDTH - 14;
  const body = [
    ...buildTextPieces(document, clipLines(document, title, inner, plainStyle, maxLines), {
      left,
      of: plainStyle,
    }),
    ...buildTextPieces(document, clipLines(document, where.join('  ·  '), inner, smallStyle, maxLines), {
      left,
      of: smallStyle,
    }),
  ];
  const [top, ...rest] = body;
  if (!top) return [];
  return keepTogether([
    {
      ...top,
      draw: (y) => {
        drawText(document, when, margin, y + plainStyle.size * 0.82, style('semibold', 10, ink));
        drawText(document, time, margin, y + plainStyle.size * 0.82 + 12, smallStyle);
        top.draw(y);
      },
    },
    ...rest,
    gap(6),
  ]);
}

const buildMoreLine = (page: Page, more: number | undefined, what: string): Piece[] =>
  more === undefined
    ? []
    : buildTextPieces(page.document, [`and ${more} more ${what}${more === 1 ? '' : 's'}`], {
        left: margin,
        of: continuedStyle,
      });

function buildContent(page: Page, section: Section): Piece[] {
  switch (section.kind) {
    case 'text':
      return section.paragraphs.flatMap((paragraph) => [
        ...buildTextPieces(page.document, wrapLines(page.document, paragraph, page.width, plainStyle), {
          left: margin,
          of: plainStyle,
        }),
        gap(4),
      ]);
    case 'figures':
      return buildFigures(page, section);
    case 'bills':
      if (section.bills.length === 0) return buildEmptyNotice(page);
      return [
        ...section.bills.flatMap((bill) =>
          section.style === 'full' ? buildFullBill(page, bill) : buildShortBill(page, bill),
        ),
        ...buildMoreLine(page, section.more, 'bill'),
      ];
    case 'events':
      if (section.events.length === 0) return buildEmptyNotice(page);
      return [
        ...section.events.flatMap((event) => buildEvent(page, event, section.style === 'full' ? 3 : 1)),
        ...buildMoreLine(page, section.more, 'event'),
      ];
    case 'table':
      return section.rows.length === 0 ? buildEmptyNotice(page) : buildTable(page, section);
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
