// The data of a capitol report as it is stored, from which every format is written.
import * as z from 'zod';
import { eventTypes } from '../../../../shared/legislature/event-types.ts';
import { billPositions, trackingStatuses } from '../../bills/record/bill.ts';
import { outcomes } from '../../bills/record/outcome.ts';
import { eventStatuses } from '../../events/record/calendar-event.ts';

const day = z.iso.date();

const Figure = z.strictObject({
  label: z.string(),
  value: z.string(),
  note: z.string().optional(),
});

const BillEntry = z
  .strictObject({
    billId: z.int(),
    billNumber: z.string(),
    title: z.string(),
    session: z.string(),
    status: z.string().meta({
      description: 'Blank if the bill had actions after the period, because earlier statuses are not stored.',
    }),
    sponsors: z.array(z.string()),
    committees: z.array(z.string()),
    trackingStatus: z.enum(trackingStatuses),
    trackingLevel: z.string(),
    position: z.enum(billPositions).meta({ description: 'The position at the end of the period.' }),
    positionLabel: z.string(),
    positionSince: day.optional(),
    priority: z.int().optional(),
    outcome: z.enum(outcomes).optional(),
    reasons: z.array(z.string()).optional().meta({ description: 'Why the bill needs attention.' }),
    positionsTaken: z
      .array(z.strictObject({ position: z.enum(billPositions), label: z.string(), effectiveFrom: day }))
      .optional(),
    actions: z
      .array(z.strictObject({ date: day, chamber: z.string().optional(), text: z.string() }))
      .optional(),
  })
  .meta({ id: 'CapitolReportBill' });
export type BillEntry = z.infer<typeof BillEntry>;

const EventEntry = z
  .strictObject({
    eventId: z.string(),
    eventType: z.enum(eventTypes),
    status: z.enum(eventStatuses),
    title: z.string(),
    startDate: day,
    endDate: day,
    time: z.string().optional().meta({ description: 'HH:MM in the time zone of the legislature.' }),
    location: z.string().optional(),
    committees: z.array(z.string()),
    bills: z.array(z.string()).meta({ description: 'The numbers of the tracked bills.' }),
  })
  .meta({ id: 'CapitolReportEvent' });
export type EventEntry = z.infer<typeof EventEntry>;

const Section = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('text'), title: z.string(), paragraphs: z.array(z.string()) }),
    z.strictObject({ kind: z.literal('figures'), title: z.string(), figures: z.array(Figure) }),
    z.strictObject({
      kind: z.literal('bills'),
      title: z.string(),
      style: z.enum(['full', 'short']),
      bills: z.array(BillEntry),
      more: z.int().optional().meta({ description: 'How many more bills match.' }),
    }),
    z.strictObject({
      kind: z.literal('events'),
      title: z.string(),
      style: z.enum(['full', 'short']),
      events: z.array(EventEntry),
      more: z.int().optional(),
    }),
    z.strictObject({
      kind: z.literal('table'),
      title: z.string(),
      columns: z.array(z.string()).meta({ description: 'The first column names the rows.' }),
      rows: z.array(z.array(z.string())),
    }),
  ])
  .meta({ id: 'CapitolReportSection' });
export type Section = z.infer<typeof Section>;

const DeadlineLeft = z.strictObject({
  legislativeDay: z.int(),
  date: day.optional(),
  legislativeDaysLeft: z.int().optional(),
  calendarDaysLeft: z.int().optional(),
  hasPassed: z.boolean().optional(),
});

/** The data of a report. Its JSON text is stored; `layout` identifies the version of this schema. */
export const Snapshot = z
  .strictObject({
    layout: z.literal(1),
    reportType: z.int().min(1).max(6),
    reportTypeName: z.string(),
    title: z.string(),
    association: z.string(),
    stateId: z.int(),
    state: z.string(),
    sessionId: z.int().optional(),
    session: z.string().optional(),
    startDate: day,
    endDate: day,
    asOf: z.iso.datetime().meta({ description: 'The moment of creation.' }),
    asOfDate: day.meta({ description: 'The date of that moment in the time zone of the legislature.' }),
    timeZone: z.string(),
    paper: z.enum(['A4', 'LETTER']),
    legislativeDay: z.int().optional(),
    crossover: DeadlineLeft.optional(),
    sineDie: DeadlineLeft.optional(),
    billCount: z.int(),
    sections: z.array(Section),
    bills: z.array(BillEntry).optional().meta({
      description: 'Every bill of the report once, the most urgent first; absent in older reports.',
    }),
  })
  .meta({ id: 'CapitolReportData' });
export type Snapshot = z.infer<typeof Snapshot>;
