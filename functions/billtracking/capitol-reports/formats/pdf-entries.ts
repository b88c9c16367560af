// Builds the entries of bills and events as pieces of a page.
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import { alert, black, faint, ink } from '../../../../shared/pdf/palette.ts';
import { drawText, measureText } from '../../../../shared/pdf/typesetting.ts';
import { outcomeLabels } from '../../bills/record/outcome.ts';
import { getEventTypeLabel } from '../content/entries.ts';
import {
  formatDayWithYear,
  formatLongDay,
  formatShortDay,
  formatTime,
  formatWeekday,
} from '../content/formatting.ts';
import type { BillEntry, EventEntry } from '../content/snapshot.ts';
import {
  buildTextPieces,
  clipLines,
  gap,
  keepTogether,
  margin,
  type Piece,
  style,
  wrapLines,
} from './flow.ts';
import type { Page } from './pdf-tables.ts';

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

/** The tracking level or outcome and the position, shown at the right of a bill's number. */
const describeStatus = ({ outcome, trackingLevel, positionLabel }: BillEntry): string =>
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
    return buildTextPieces(document, lines, { left: margin + DATE_COLUMN_WIDTH, style: datedStyle }).map(
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
export function buildFullBill(page: Page, bill: BillEntry): Piece[] {
  const { document, width } = page;
  const right = describeStatus(bill);
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
      style: smallStyle,
    }),
    ...otherPositions.flatMap(({ label, effectiveFrom }) =>
      buildTextPieces(document, [`New position: ${label}, from ${formatLongDay(effectiveFrom)}`], {
        left: margin,
        style: datedStyle,
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
      style: plainStyle,
    }),
    ...below.map((piece) => ({ ...piece, above })),
    gap(11),
  ]);
}

/** A bill on one line, with the reasons why it needs attention or its most important action. */
export function buildShortBill(page: Page, bill: BillEntry): Piece[] {
  const { document, width } = page;
  const last = bill.actions?.at(-1);
  const isDecided = bill.outcome !== undefined && bill.outcome !== 'UNDECIDED';
  const decidedOn = isDecided && last ? `${formatDay(page, last.date)}  ·  ` : '';
  const right = decidedOn + describeStatus(bill);
  const left = margin + Math.max(56, measureText(document, bill.billNumber, strongStyle) + 10);
  const room = margin + width - measureText(document, right, smallStyle) - 12 - left;
  const [title = ''] = clipLines(document, bill.title, room, plainStyle, 1);
  const inner = margin + width - left;
  const reasons = (bill.reasons ?? []).flatMap((reason) =>
    buildTextPieces(document, clipLines(document, reason, inner, urgentStyle, 2), {
      left,
      style: urgentStyle,
    }),
  );
  const done =
    !last || isDecided
      ? []
      : buildTextPieces(
          document,
          clipLines(document, `${formatDay(page, last.date)}: ${describeAction(last)}`, inner, smallStyle, 1),
          { left, style: smallStyle },
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

/** An event with its day and time. */
export function buildEvent(page: Page, event: EventEntry, maxLines: number): Piece[] {
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
      style: plainStyle,
    }),
    ...buildTextPieces(document, clipLines(document, where.join('  ·  '), inner, smallStyle, maxLines), {
      left,
      style: smallStyle,
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
