// Gives the demo tenants the bills they follow: real ones, from public facts, and samples that say so.
// What the tenants make of them (status, position, tags) is invented, as the tenants are. No vote of a real legislator
// is included.
import * as z from 'zod';
import type { IncomingBill } from '../../../../functions/billtracking/bills/incoming-bill.ts';
import {
  type BillContent,
  type BillItem,
  billRelations,
  chambers,
  type NaturalKey,
  voteTypes,
} from '../../../../functions/billtracking/bills/record/bill.ts';
import {
  billIdsByNaturalKey,
  billsById,
  putBills,
} from '../../../../functions/billtracking/bills/record/store.ts';
import { defaultSettings } from '../../../../functions/billtracking/bills/settings/bill-settings.ts';
import { saveBillTracking } from '../../../../functions/billtracking/bills/tracking/contract.ts';
import {
  applyTrackingInput,
  setTracking,
} from '../../../../functions/billtracking/bills/tracking/tracking.ts';
import { upsertBills } from '../../../../functions/billtracking/bills/upsert-bills.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { parseBillNumber } from '../../../../shared/legislature/bill-number.ts';
import { resolveBillType } from '../../../../shared/legislature/bill-types.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { DemoLegislature } from '../crm/number-committees.ts';
import { type DemoMoment, readDemoFile, resolveReferences } from '../steps/references.ts';

/** Who took the invented positions. */
const author = { setBy: 'Legislative Committee', setById: 'demo' };

/** A date, or a day relative to the day of seeding, such as `@today-12`. */
const day = z.string();
const count = z.int().default(0);

const Tracking = saveBillTracking.body
  .omit({ billId: true, position: true, positionEffectiveDate: true })
  .extend({
    assignedPersonIds: z.array(z.string()).optional(),
    positions: z
      .array(
        z.strictObject({
          position: saveBillTracking.body.shape.position.unwrap(),
          positionEffectiveDate: day,
        }),
      )
      .default([]),
  });

const Bill = z.strictObject({
  billNumber: z.string(),
  title: z.string(),
  summary: z.string().optional(),
  /** The primary sponsor first. */
  sponsors: z.array(z.string()),
  status: z.string(),
  /** When it is in the future, the bill is a draft until then. */
  introducedDate: z.iso.date().optional(),
  /** A legislative committee of the demo directory: `lower-housing`. */
  committee: z.string().optional(),
  subjects: z.array(z.string()),
  actions: z.array(
    z.strictObject({
      date: day,
      chamber: z.enum(chambers),
      text: z.string(),
      classification: z.string().optional(),
    }),
  ),
  rollCalls: z
    .array(
      z.strictObject({
        ...{ identifier: z.string(), chamber: z.enum(chambers), date: z.iso.date() },
        ...{ description: z.string(), passed: z.boolean() },
        ...{ yea: z.int(), nay: z.int(), notVoting: count, absent: count },
        votes: z.record(z.string(), z.enum(voteTypes)).default({}),
      }),
    )
    .default([]),
  /** The number of the same bill in the other chamber. */
  companion: z.string().optional(),
  versions: z.array(z.strictObject({ type: z.string(), date: day.optional(), url: z.url() })).default([]),
  sourceUrl: z.url(),
  tracking: Tracking.optional(),
});

/** The bills of a session. The first bill of a tenant's first session is the one of the examples. */
const Session = z.strictObject({
  stateId: z.int(),
  sessionId: z.int(),
  session: z.string(),
  sessionName: z.string(),
  bills: z.array(Bill),
});
type DemoBill = z.output<typeof Bill> & Omit<z.output<typeof Session>, 'bills'>;

/** The bill as it is on a day. A draft has only the actions so far; its days are counted back from its last one. */
function resolveBill(bill: DemoBill, moment: DemoMoment): DemoBill {
  const today = toLocalDate(stateById(bill.stateId)?.timeZone ?? 'UTC', moment.now);
  const { introducedDate = '' } = bill;
  const isDraft = introducedDate > today;
  const lastDay = introducedDate === '' || isDraft ? today : addDays(introducedDate, -1);
  const resolved = resolveReferences(bill, { ...moment, today: lastDay });
  if (!isDraft) return resolved;
  const actions = resolved.actions.filter(({ date }) => date <= today);
  return { ...resolved, actions, status: 'Draft', introducedDate: undefined };
}

/** A bill as an import provides it. */
function toIncomingBill(bill: DemoBill, { legislators, committees }: DemoLegislature): IncomingBill {
  const { stateId, session, billNumber } = bill;
  const withPerson = (name: string) => ({ name, ...omitUndefined({ personId: legislators.get(name) }) });
  const type = resolveBillType(stateId, parseBillNumber(billNumber)?.abbreviation ?? '');
  const committee = committees.get(bill.committee ?? '');
  const chamber = bill.committee?.startsWith('upper') ? 'upper' : 'lower';
  const last = bill.actions.at(-1);
  const content: BillContent = {
    ...{ stateId, sessionId: bill.sessionId, session, sessionName: bill.sessionName, billNumber },
    billTypeId: type.id,
    billTypeAbbr: type.abbreviation,
    chamber: billNumber.startsWith('H') ? 'lower' : 'upper',
    ...{ title: bill.title, status: bill.status, subjects: bill.subjects, versions: bill.versions },
    sponsors: bill.sponsors.map((name, index) => ({ isPrimary: index === 0, ...withPerson(name) })),
    committees: committee ? [{ ...committee, chamber }] : [],
    sources: [{ type: 'Legislature', url: bill.sourceUrl }],
    relations: bill.companion
      ? [{ relation: billRelations[0], billNumber: bill.companion, stateId, session }]
      : [],
    ...omitUndefined({
      summary: bill.summary,
      introducedDate: bill.introducedDate,
      lastActionOn: last?.date,
      lastActionTaken: last?.text,
    }),
  };
  const rollCalls = bill.rollCalls.map(({ votes, ...rollCall }) => ({
    ...rollCall,
    motion: 'passage' as const,
    votes: Object.entries(votes).map(([name, voteType]) => ({ ...withPerson(name), voteType })),
  }));
  return { content, actions: bill.actions, rollCalls };
}

/** Saves how the tenant tracks a bill: its positions one after the other, as they were taken. */
async function saveTracking(
  tenant: TenantStore,
  before: BillItem,
  { positions, ...input }: z.output<typeof Tracking>,
  now: Date,
): Promise<void> {
  const context = { settings: defaultSettings, today: '' };
  const initial = applyTrackingInput(before, input, {
    ...context,
    author: { setAt: now.toISOString(), ...author },
  });
  const tracking = positions.reduce(
    (current, position) =>
      applyTrackingInput(current, position, {
        ...context,
        author: { setAt: `${position.positionEffectiveDate}T20:00:00.000Z`, ...author },
      }),
    initial,
  );
  await commit(await putBills(tenant, [{ before, after: setTracking(before, tracking, now) }]));
}

/** The bills of a demo tenant, as they are on the day of seeding. */
async function readBills(moment: DemoMoment): Promise<DemoBill[]> {
  const tenants = await readDemoFile('bills.json', z.record(z.string(), z.array(Session)));
  return (tenants[moment.tenantCode] ?? []).flatMap(({ bills, ...session }) =>
    bills.map((bill) => resolveBill({ ...bill, ...session }, moment)),
  );
}

/**
 * Seeds a tenant's bills, and returns the ids of all by number; no two demo bills have the same. Existing bills stay as
 * they are: an import or a user may have changed them.
 */
export async function seedBills(
  tenant: TenantStore,
  legislature: DemoLegislature,
  moment: DemoMoment,
): Promise<ReadonlyMap<string, string>> {
  const bills = await readBills(moment);
  const naturalKeys: readonly NaturalKey[] = bills;
  const stored = await billIdsByNaturalKey(tenant, naturalKeys);
  const absent = bills.filter((_, index) => stored[index] === undefined);
  const incoming = absent.map((bill) => toIncomingBill(bill, legislature));
  const results = await upsertBills(tenant, incoming, moment.now);
  const newIds = results.flatMap(({ billId }) => billId ?? []);
  for (const bill of await billsById(tenant, newIds, { consistent: true })) {
    const tracking = absent.find(({ billNumber }) => billNumber === bill.billNumber)?.tracking;
    if (tracking) await saveTracking(tenant, bill, tracking, moment.now);
  }
  const ids = await billIdsByNaturalKey(tenant, naturalKeys);
  return new Map(bills.flatMap(({ billNumber }, index) => (ids[index] ? [[billNumber, ids[index]]] : [])));
}
