// Grows a tenant: creates awards, people, bills and registrations up to a number, through the platform's own rules.
import { randomUUID } from 'node:crypto';
import type { IncomingBill } from '../../../functions/billtracking/bills/incoming-bill.ts';
import type { BillItem } from '../../../functions/billtracking/bills/record/bill.ts';
import { billsById } from '../../../functions/billtracking/bills/record/store.ts';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { awardSort, buildAward } from '../../../functions/training/awards/award.ts';
import { awardEntries, awardsByName, putAward } from '../../../functions/training/awards/store.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { Caller } from './growth-calls.ts';
import { buildName, getPersonId, growPeople } from './growth-people.ts';

/** The tenant that grows, and how it is called. */
export interface GrowthTarget {
  readonly tenant: TenantStore;
  readonly call: Caller;
  readonly values: Readonly<Record<string, string>>;
  /** The class that everyone registers for. */
  readonly classId: string;
}

const padNumber = (number: number): string => String(number).padStart(6, '0');

/** A bill's content as a source would report it, from an existing bill. */
function toIncomingContent(bill: BillItem): IncomingBill['content'] {
  const { stateId, sessionId, session, sessionName, billTypeId, billTypeAbbr, chamber, status, sponsors } =
    bill;
  const { committees, subjects, introducedDate, lastActionTaken } = bill;
  return {
    ...{ stateId, sessionId, session, sessionName, billTypeId, billTypeAbbr, chamber, status, sponsors },
    ...{ committees, subjects, introducedDate, lastActionTaken },
    billNumber: bill.billNumber,
    title: bill.title,
    summary: bill.summary,
    lastActionOn: bill.lastActionOn,
    versions: [],
    sources: [],
    relations: [],
  };
}

async function growBills({ tenant, call, values }: GrowthTarget, from: number, to: number): Promise<void> {
  const [pattern] = await billsById(tenant, [values.billId ?? '']);
  if (!pattern) throw new Error('The demo data has no bill to copy');
  const content = toIncomingContent(pattern);
  for (let start = from; start < to; start += 80) {
    const incoming = Array.from({ length: Math.min(80, to - start) }, (_, index): IncomingBill => {
      const number = start + index;
      return {
        content: {
          ...content,
          billNumber: `${content.billTypeAbbr} ${100_000 + number}`,
          title: `${buildName(number)} relating to matter ${padNumber(number)} of chapter${number % 100}`,
          lastActionOn: new Date(Date.UTC(2025, 0, 1 + (number % 365))).toISOString().slice(0, 10),
        },
        actions: [],
      };
    });
    const results = await upsertBills(tenant, incoming, new Date());
    const billIds = results.flatMap(({ billId }) => (billId ? [billId] : []));
    await call('POST', 'billtracking', '/api/1.0/bill/tracking/bulk', {
      billIds,
      trackingStatus: 'TRACKING',
      tags: ['Growth'],
    });
  }
}

/** Awards that share a transaction: two changes each, and the counts of both lists. */
const AWARDS_PER_COMMIT = 20;

async function growAwards({ tenant }: GrowthTarget, from: number, to: number): Promise<void> {
  const lists = [awardsByName(tenant), awardEntries(tenant).activeByName];
  for (let start = from; start < to; start += AWARDS_PER_COMMIT) {
    const awards = Array.from({ length: Math.min(AWARDS_PER_COMMIT, to - start) }, (_, index) => {
      const name = `${buildName(start + index)} award ${padNumber(start + index)}`;
      return buildAward(randomUUID(), { name, price: 10, tags: ['growth'] }, [], new Date());
    });
    const places = awards.map((award) => ({ sort: awardSort(award), by: 1 as const }));
    for (const list of lists) await list.rebalance(places.map(({ sort }) => sort));
    const counts = await Promise.all(lists.map((list) => list.changesFor(places)));
    await commit([...awards.flatMap((award) => putAward(tenant, award)), ...counts.flat()]);
  }
}

async function growRegistrations(
  { tenant, call, classId }: GrowthTarget,
  from: number,
  to: number,
): Promise<void> {
  for (let start = from; start < to; start += 200) {
    const memberIds = Array.from({ length: Math.min(200, to - start) }, (_, index) =>
      getPersonId(tenant, start + index),
    );
    await call('POST', 'training', '/api/v1/registration/ClassRegistration/Bulk', {
      classId,
      memberIds,
      registrationType: 'Admin',
      overrideRules: true,
    });
  }
}

/** What can grow: people alone are fast, the others are written by transactions. */
export type GrownKind = 'all' | 'people' | 'bills';

/** Grows the tenant from one number of records of each kind to another. */
export async function grow(
  growing: GrowthTarget,
  from: number,
  to: number,
  kind: GrownKind,
  say: (what: string) => void,
): Promise<void> {
  const growInParts = async (name: string, step: typeof growBills): Promise<void> => {
    for (let start = from; start < to; start += 400) {
      const end = Math.min(to, start + 400);
      say(`${name}: ${end} of ${to}`);
      await step(growing, start, end);
    }
  };
  if (kind === 'bills') return growInParts('bills', growBills);
  // One person more than registrations: their registration is the one that is measured.
  await growPeople(growing.tenant, from === 0 ? 0 : from + 1, to + 1, say);
  if (kind === 'people') return;
  await growInParts('bills', growBills);
  await growInParts('awards', growAwards);
  await growInParts('registrations', growRegistrations);
}
