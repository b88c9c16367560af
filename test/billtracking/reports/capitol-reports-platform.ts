// A week of Maryland's session of 2026 that reports are made of: bills with positions, actions, hearings and days.
import type { BillAction } from '../../../functions/billtracking/bills/record/bill.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import type { CallOptions, Reply } from '../../harness/platform.ts';
import { type BillsPlatform, buildBill, startBillsPlatform } from '../bills/bills-platform.ts';

export const SAVE_MARYLAND_REPORT = '/api/1.0/CapitolReport/save-report/24';

const createAction = (
  date: string,
  classification: string,
  chamber: BillAction['chamber'],
  text: string,
): BillAction => ({
  date,
  classification,
  chamber,
  text,
});

interface Bill {
  readonly actions: readonly BillAction[];
  readonly tracking: Record<string, unknown>;
}

/** By number; the demo tenant tracks all but the last two. */
const bills: Readonly<Record<string, Bill>> = {
  'HB 9': {
    actions: [
      createAction('2026-01-20', 'introduction', 'lower', 'First reading'),
      createAction('2026-03-17', 'hearing-held', 'lower', 'Hearing 3/17 at 1:00 p.m.'),
    ],
    tracking: { trackingStatus: 'TRACKING', position: 'SUPPORT', positionEffectiveDate: '2026-02-01' },
  },
  'HB 10': {
    actions: [createAction('2026-03-16', 'introduction', 'lower', 'First reading')],
    tracking: { trackingStatus: 'PRIORITY', priority: 1 },
  },
  'HB 11': {
    actions: [createAction('2026-02-02', 'introduction', 'lower', 'First reading')],
    tracking: { trackingStatus: 'WATCHING', position: 'NEUTRAL', positionEffectiveDate: '2026-02-03' },
  },
  'SB 5': {
    actions: [
      createAction('2026-01-21', 'introduction', 'upper', 'First reading'),
      createAction('2026-03-18', 'passage', 'upper', 'Third reading passed (30-16)'),
    ],
    tracking: { trackingStatus: 'TRACKING', position: 'OPPOSE', positionEffectiveDate: '2026-02-10' },
  },
  'SB 6': {
    actions: [
      createAction('2026-01-22', 'introduction', 'upper', 'First reading'),
      createAction('2026-03-19', 'executive-signature', 'executive', 'Approved by the Governor - Chapter 7'),
      createAction('2026-04-02', 'amendment-passage', 'upper', 'What came after the week'),
    ],
    tracking: { trackingStatus: 'TRACKING', position: 'SUPPORT', positionEffectiveDate: '2026-02-01' },
  },
  'HB 12': {
    actions: [
      createAction('2026-02-20', 'committee-failure', 'lower', 'Unfavorable report by Economic Matters'),
    ],
    tracking: { trackingStatus: 'ARCHIVED', position: 'OPPOSE', positionEffectiveDate: '2026-02-01' },
  },
  'HB 13': {
    actions: [createAction('2026-03-18', 'introduction', 'lower', 'First reading')],
    tracking: { trackingStatus: 'NOT_TRACKED', tags: ['seen'] },
  },
};

export interface ReportsPlatform extends BillsPlatform {
  /** The ids of the bills by their numbers. */
  readonly ids: ReadonlyMap<string, string>;
  /** Makes a report of Maryland and expects success. */
  createReport(body: object): Promise<Reply['body']>;
  /** The data of a report. */
  createReportData(body: object): Promise<Reply['body']>;
  getFile(id: string, format: string, options?: CallOptions): Promise<Reply>;
  moveClockTo(moment: string): Promise<void>;
}

/** The platform on Friday, 20 March 2026, at noon in Annapolis: day 66 of 90, three days before crossover. */
export async function startReportsPlatform(): Promise<ReportsPlatform> {
  const service = await startBillsPlatform();
  const moveClockTo = (moment: string): Promise<void> =>
    commit([
      update(tenantKey(service.store), {
        set: { clockOffsetSeconds: Math.round((Date.parse(moment) - Date.now()) / 1000) },
      }),
    ]);
  await moveClockTo('2026-03-20T16:00:00Z');
  const named = Object.entries(bills);
  const billIds = await service.importBills(
    ...named.map(([billNumber, { actions }]) => ({
      content: buildBill(billNumber, {
        title: `${billNumber}: County Government - Procurement & “Best Value” Contracts`,
        introducedDate: actions[0]?.date,
        lastActionOn: actions.at(-1)?.date,
        lastActionTaken: actions.at(-1)?.text,
        status: 'In process',
      }),
      actions,
    })),
  );
  const ids = new Map(named.map(([billNumber], index) => [billNumber, billIds[index] ?? '']));
  for (const [billNumber, { tracking }] of named) await service.track(ids.get(billNumber) ?? '', tracking);
  const saved = async (path: string, body: object): Promise<Reply> => {
    const reply = await service.post(path, body);
    if (reply.status !== 200) throw new Error(reply.text);
    return reply;
  };
  const hearing = { eventType: 'HEARING', stateId: 24, startTime: '13:00', location: 'Room 230' };
  await saved('/api/1.0/bill/event/save', {
    ...hearing,
    title: 'Hearing on procurement',
    startDate: '2026-03-24',
    billIds: [Number(ids.get('HB 9')), Number(ids.get('HB 13'))],
  });
  await saved('/api/1.0/bill/event/save', {
    ...hearing,
    title: 'Voting session',
    eventType: 'VOTE',
    status: 'CANCELLED',
    startDate: '2026-03-25',
    billIds: [Number(ids.get('HB 10'))],
  });
  await saved('/api/1.0/bill/event/save', {
    ...hearing,
    title: 'Of bills nobody follows',
    startDate: '2026-03-23',
    billIds: [Number(ids.get('HB 13'))],
  });
  await saved('/api/1.0/CapitolReport/save-legislationDays/24', {
    sessionId: 2402,
    days: Array.from({ length: 90 }, (_, index) => ({
      legislativeDay: index + 1,
      date: new Date(Date.parse('2026-01-14') + index * 86_400_000).toISOString().slice(0, 10),
    })),
    isComplete: true,
    crossoverDay: 69,
  });
  return {
    ...service,
    ids,
    moveClockTo,
    createReport: async (body) => (await saved(SAVE_MARYLAND_REPORT, body)).body.data,
    async createReportData(body) {
      const { id } = (await saved(SAVE_MARYLAND_REPORT, body)).body.data;
      return (await service.get(`/api/1.0/CapitolReport/report/${id}`, service.staff)).body.data.data;
    },
    getFile: (id, format, options = service.staff) =>
      service.get(`/api/1.0/CapitolReport/report/${id}/${format}`, options),
  };
}
