// The sections of a capitol report as pieces of a page.
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import { draw, widthOf } from '../../../../shared/reports/typesetting.ts';
import { getEventTypeLabel } from '../entries.ts';
import { outcomeLabels } from '../outcome.ts';
import type { BillEntry, EventEntry, Section } from '../snapshot.ts';
import { formatTime, formatDayWithYear, formatLongDay, formatShortDay, formatWeekday } from '../formatting.ts';
import {
  alert,
  black,
  clippedLines,
  faint,
  gap,
  ink,
  linesOf,
  margin,
  type Piece,
  rule,
  style,
  buildTextPieces,
  together,
} from './flow.ts';
import { buildFigures, type Page, buildTable } from './pdf-tables.ts';

const heading = style('semibold', 14, ink);
const strong = style('semibold', 11, ink);
const plain = style('regular', 10.5, black);
const small = style('regular', 9.5, faint);
const dated = style('regular', 9.5, black);
const goesOn = style('italic', 10, faint);
const urgent = style('regular', 10, alert);

/** The place of dates before actions and events. */
const DATES = 76;

/** A day as briefly as the report's period allows. */
const formatDay = ({ hasYears }: Page, day: string): string => (hasYears ? formatDayWithYear(day) : formatShortDay(day));

const buildHeading = ({ document }: Page, title: string): Piece[] => [
  gap(12, true),
  {
    height: 24,
    staysWithNext: true,
    draw: (y) => {
      draw(document, title, margin, y + 12, heading);
      rule(document, y + 18, ink, 0.75);
    },
  },
];

const buildEmptyNotice = (page: Page): Piece[] =>
  buildTextPieces(page.document, ['Nothing to report.'], { left: margin, of: style('italic', 10.5, faint) });

/** What stands at the right of a bill's number. */
const describeStanding = ({ outcome, trackingLevel, positionLabel }: BillEntry): string =>
  [outcome === undefined ? trackingLevel : outcomeLabels[outcome], positionLabel].join('  ·  ');

/** What was done, and by whom. */
const describeAction = ({ chamber, text }: { readonly chamber?: string | undefined; readonly text: string }): string =>
  chamber === undefined || text.startsWith(chamber) ? text : `${chamber}: ${text}`;

function buildActions(page: Page, actions: NonNullable<BillEntry['actions']>): Piece[] {
  const { document, width } = page;
  return actions.flatMap(({ date, chamber, text }) => {
    const lines = linesOf(document, describeAction({ chamber, text }), width - DATES, dated);
    return buildTextPieces(document, lines, { left: margin + DATES, of: dated }).map((piece, at) =>
      at === 0
        ? {
            ...piece,
            draw: (y: number) => {
              draw(document, formatDay(page, date), margin + 10, y + dated.size * 0.82, small);
              piece.draw(y);
            },
          }
        : piece,
    );
  });
}

/** The number of a bill whose entry goes on, on the next page. */
const buildContinuation = (document: OpenDocument, { billNumber }: BillEntry): Piece => ({
  height: 16,
  draw: (y) => {
    draw(document, billNumber, margin, y + 11, strong);
    draw(document, 'continued', margin + widthOf(document, billNumber, strong) + 6, y + 11, goesOn);
  },
});

/** A bill with its whole title, its standing, and what was done. */
function buildFullBill(page: Page, bill: BillEntry): Piece[] {
  const { document, width } = page;
  const right = describeStanding(bill);
  const { positionSince: since, positionsTaken: taken = [] } = bill;
  const about = [
    bill.sponsors.length > 0 ? `Sponsor: ${bill.sponsors.slice(0, 3).join(', ')}` : undefined,
    bill.committees[0],
    bill.status,
    since === undefined || taken.length > 0 ? undefined : `${bill.positionLabel} since ${formatLongDay(since)}`,
  ].filter((part) => part !== undefined && part !== '');
  const below: Piece[] = [
    ...buildTextPieces(document, linesOf(document, about.join('  ·  '), width, small), {
      left: margin,
      of: small,
    }),
    ...taken.flatMap(({ label, effectiveFrom }) =>
      buildTextPieces(document, [`New position: ${label}, from ${formatLongDay(effectiveFrom)}`], {
        left: margin,
        of: dated,
      }),
    ),
    ...buildActions(page, bill.actions ?? []),
  ];
  const above = buildContinuation(document, bill);
  return together([
    {
      height: 16,
      draw: (y) => {
        draw(document, bill.billNumber, margin, y + 11, strong);
        draw(document, right, margin + width - widthOf(document, right, small), y + 11, small);
      },
    },
    ...buildTextPieces(document, linesOf(document, bill.title, width, plain), { left: margin, of: plain }),
    ...below.map((piece) => ({ ...piece, above })),
    gap(11),
  ]);
}

/** A bill on one line, with the reasons why it needs attention or the weightiest thing that was done. */
function buildShortBill(page: Page, bill: BillEntry): Piece[] {
  const { document, width } = page;
  const last = bill.actions?.at(-1);
  const isDecided = bill.outcome !== undefined && bill.outcome !== 'UNDECIDED';
  const decidedOn = isDecided && last ? `${formatDay(page, last.date)}  ·  ` : '';
  const right = decidedOn + describeStanding(bill);
  const left = margin + Math.max(56, widthOf(document, bill.billNumber, strong) + 10);
  const room = margin + width - widthOf(document, right, small) - 12 - left;
  const [title = ''] = clippedLines(document, bill.title, room, plain, 1);
  const inner = margin + width - left;
  const reasons = (bill.reasons ?? []).flatMap((reason) =>
    buildTextPieces(document, clippedLines(document, reason, inner, urgent, 2), { left, of: urgent }),
  );
  const done =
    !last || isDecided
      ? []
      : buildTextPieces(
          document,
          clippedLines(document, `${formatDay(page, last.date)}: ${describeAction(last)}`, inner, small, 1),
          { left, of: small },
        );
  return together([
    {
      height: 15,
      draw: (y) => {
        draw(document, bill.billNumber, margin, y + 11, strong);
        draw(document, title, left, y + 11, plain);
        draw(document, right, margin + width - widthOf(document, right, small), y + 11, small);
      },
    },
    ...reasons,
    ...done,
    gap(6),
  ]);
}

function buildEvent(page: Page, event: EventEntry, most: number): Piece[] {
  const { document, width, hasYears } = page;
  const first = formatDay(page, event.startDate);
  const when = event.endDate > event.startDate ? `${first} –` : hasYears ? first : formatWeekday(event.startDate);
  const time = event.time === undefined ? 'all day' : formatTime(event.time);
  const isOff = event.status === 'CANCELLED' || event.status === 'POSTPONED';
  const title = isOff ? `${event.title} (${event.status.toLowerCase()})` : event.title;
  const where = [getEventTypeLabel(event), ...event.committees, event.location, event.bills.join(', ')].filter(
    (part) => part !== undefined && part !== '',
  );
  const left = margin + DATES + 14;
  const inner = width - DATES - 14;
  const body = [
    ...buildTextPieces(document, clippedLines(document, title, inner, plain, most), { left, of: plain }),
    ...buildTextPieces(document, clippedLines(document, where.join('  ·  '), inner, small, most), {
      left,
      of: small,
    }),
  ];
  const [top, ...rest] = body;
  if (!top) return [];
  return together([
    {
      ...top,
      draw: (y) => {
        draw(document, when, margin, y + plain.size * 0.82, style('semibold', 10, ink));
        draw(document, time, margin, y + plain.size * 0.82 + 12, small);
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
        of: goesOn,
      });

function buildContent(page: Page, section: Section): Piece[] {
  switch (section.kind) {
    case 'text':
      return section.paragraphs.flatMap((paragraph) => [
        ...buildTextPieces(page.document, linesOf(page.document, paragraph, page.width, plain), {
          left: margin,
          of: plain,
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

/** Whether a section may stand at the top without a heading. */
const isLead = ({ kind }: Section): boolean => kind === 'text' || kind === 'figures';

/** The pieces of all sections, each below its heading. What leads a report needs none. */
export function buildSections(page: Page, sections: readonly Section[]): Piece[] {
  const first = sections.findIndex((section) => !isLead(section));
  return sections.flatMap((section, at) => [
    ...(at < first ? [gap(8)] : buildHeading(page, section.title)),
    ...buildContent(page, section),
  ]);
}
