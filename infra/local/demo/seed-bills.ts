// Gives the demo tenants the bills they follow.
import { buildAnalysis, insertAnalysis } from '../../../functions/billtracking/bills/analyses/analysis.ts';
import type {
  BillContent,
  BillItem,
  BillTracking,
  HeldPosition,
  NaturalKey,
} from '../../../functions/billtracking/bills/bill.ts';
import type { IncomingBill } from '../../../functions/billtracking/bills/incoming-bill.ts';
import { defaultSettings } from '../../../functions/billtracking/bills/settings/bill-settings.ts';
import {
  billIdsByNaturalKey,
  billsById,
  putBills,
  rollCallId,
} from '../../../functions/billtracking/bills/store.ts';
import {
  addPosition,
  applyTrackingInput,
  setTracking,
} from '../../../functions/billtracking/bills/tracking/tracking.ts';
import { upsertBills } from '../../../functions/billtracking/bills/upsert-bills.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { parseBillNumber } from '../../../shared/legislature/bill-number.ts';
import { resolveBillType } from '../../../shared/legislature/bill-types.ts';
import { committeeNumberById, committeesByNumber } from '../../../shared/legislature/committee-numbers.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import type { DemoBill, DemoBills, DemoTracking } from './demo-bill.ts';
import { demoBills } from './demo-bills.ts';
import { officialId } from './seed-officials.ts';

/** Who took the invented positions. */
const author = { setBy: 'Legislative Committee', setById: 'demo' };

/** All demo bills of a tenant, including those with days relative to today. */
function billsOf({ stateId, bills, ahead }: DemoBills, now: Date): DemoBill[] {
  const today = toLocalDate(stateById(stateId)?.timeZone ?? 'UTC', now);
  return [...bills, ...(ahead?.(today) ?? [])];
}

const keyOf = (legislature: DemoBills, { billNumber, of = legislature }: DemoBill): NaturalKey => ({
  stateId: legislature.stateId,
  session: of.session,
  billNumber,
});

/** The ids of bills of a tenant's demo, by number; no two have the same. */
export async function demoBillIds(tenant: TenantStore, now: Date): Promise<ReadonlyMap<string, string>> {
  const legislature = demoBills[tenant.code];
  if (legislature === undefined) return new Map();
  const named = billsOf(legislature, now).map((bill) => keyOf(legislature, bill));
  const ids = await billIdsByNaturalKey(tenant, named);
  return new Map(named.flatMap(({ billNumber }, at) => (ids[at] ? [[billNumber, ids[at]] as const] : [])));
}

/**
 * Seeds a tenant's bills, if it has demo bills, and returns the ids that examples name. Existing bills stay as
 * they are: an import or a user may have changed them.
 */
export async function seedBills(tenant: TenantStore, now: Date): Promise<Readonly<Record<string, string>>> {
  const legislature = demoBills[tenant.code];
  if (legislature === undefined) return {};
  const bills = billsOf(legislature, now);
  const named = bills.map((bill) => keyOf(legislature, bill));
  const storedIds = await billIdsByNaturalKey(tenant, named);
  const absent = bills.filter((_, at) => storedIds[at] === undefined);
  const incoming = await Promise.all(absent.map((bill) => incomingBill(tenant, legislature, bill)));
  const outcomes = await upsertBills(tenant, incoming, now);
  const made = await billsById(
    tenant,
    outcomes.flatMap(({ billId }) => billId ?? []),
    { consistent: true },
  );
  for (const bill of made) {
    const tracking = absent.find(
      ({ billNumber, of = legislature }) => billNumber === bill.billNumber && of.session === bill.session,
    )?.tracking;
    if (tracking) await track(tenant, bill, tracking, now);
  }
  const [billId = ''] = await billIdsByNaturalKey(tenant, named.slice(0, 1));
  return {
    billId,
    rollCallId: String(rollCallId(billId, 1)),
    analysisId: analysisId(tenant, bills[0]?.billNumber ?? ''),
  };
}

const analysisId = (tenant: TenantStore, billNumber: string): string =>
  recordId(tenant.code, 'bill-analysis:demo', billNumber);

async function incomingBill(
  tenant: TenantStore,
  legislature: DemoBills,
  bill: DemoBill,
): Promise<IncomingBill> {
  const { stateId } = legislature;
  const { sessionId, session, sessionName } = bill.of ?? legislature;
  const person = (name: string) => omitUndefined({ personId: officialId(tenant, name) });
  const type = resolveBillType(stateId, parseBillNumber(bill.billNumber)?.abbreviation ?? '');
  const last = bill.actions.at(-1);
  const content: BillContent = {
    stateId,
    sessionId,
    session,
    sessionName,
    billNumber: bill.billNumber,
    billTypeId: type.id,
    billTypeAbbr: type.abbreviation,
    chamber: bill.billNumber.startsWith('H') ? 'lower' : 'upper',
    title: bill.title,
    status: bill.status,
    sponsors: [bill.sponsor, ...(bill.cosponsors ?? [])].map((name, at) => ({
      name,
      isPrimary: at === 0,
      ...person(name),
    })),
    committees: await committeesOf(tenant, bill),
    subjects: bill.subjects,
    versions: bill.versions ?? [],
    sources: [{ type: 'Legislature', url: bill.sourceUrl }],
    relations: (bill.relations ?? []).map((relation) => ({ ...relation, stateId, session })),
    ...omitUndefined({
      summary: bill.summary,
      introducedDate: bill.introducedDate,
      lastActionOn: last?.date,
      lastActionTaken: last?.text,
    }),
  };
  const rollCalls = (bill.rollCalls ?? []).map((rollCall) => ({
    ...rollCall,
    votes: rollCall.votes.map((vote) => ({ ...vote, ...person(vote.name) })),
  }));
  return { content, actions: bill.actions, rollCalls };
}

async function committeesOf(
  tenant: TenantStore,
  { committee }: DemoBill,
): Promise<BillContent['committees']> {
  if (!committee) return [];
  const [chamber, key] = committee;
  const number = await committeeNumberById(
    tenant,
    recordId(tenant.code, 'committee:demo', `${chamber}-${key}`),
  );
  const found = number === undefined ? [] : await committeesByNumber(tenant, [number]);
  return found.map(({ number: id, name }) => ({ id, name, chamber }));
}

const positionsOf = ({ positions = [] }: DemoTracking): HeldPosition[] =>
  positions.reduce<HeldPosition[]>(
    (held, [position, effectiveFrom]) =>
      addPosition(held, { position, effectiveFrom, setAt: `${effectiveFrom}T20:00:00.000Z`, ...author }),
    [],
  );

async function track(tenant: TenantStore, bill: BillItem, tracked: DemoTracking, now: Date): Promise<void> {
  const personIds = (tracked.assignedTo ?? []).map((key) => recordId(tenant.code, 'person:demo', key));
  const positions = positionsOf(tracked);
  const tracking: BillTracking = {
    ...applyTrackingInput(
      bill,
      {
        trackingStatus: tracked.trackingStatus,
        priority: tracked.priority,
        assignedPersonIds: personIds,
        assignedGroups: tracked.groups,
        tags: tracked.tags,
        userTags: tracked.userTags,
      },
      { settings: defaultSettings, today: '', author: { setAt: now.toISOString(), ...author } },
    ),
    positions,
    position: positions.at(-1)?.position ?? 'NO_POSITION',
  };
  const after = setTracking(bill, tracking, now);
  const analysis =
    tracked.analysis &&
    buildAnalysis(
      analysisId(tenant, bill.billNumber),
      after,
      tracked.analysis,
      { kind: 'anonymous', subject: 'anonymous', permissions: new Set() },
      now,
    );
  await commit([
    ...(await putBills(tenant, [{ before: bill, after }])),
    ...(analysis ? [insertAnalysis(tenant, { ...analysis, createdBy: author.setBy })] : []),
  ]);
}
