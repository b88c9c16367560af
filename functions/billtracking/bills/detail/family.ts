// The family of a bill: its companions, its earlier and later versions, and what replaced it, in all sessions
// (docs/interface/billtracking.md#bill-family).
//
// A source publishes a relation at one of its ends only, and often names bills that were never imported. So the family
// is followed in both directions from any member, and a bill that is not stored is listed by its natural key.

import type { TenantStore } from '../../../../shared/data/store.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { type BillItem, type BillRelation, type NaturalKey, naturalKeyText } from '../record/bill.ts';
import { billIdsByNaturalKey, billsById, listReverseRelations } from '../record/store.ts';

/** Relations that make a family. Bills on the same subject are not a family. */
const familyRelations: ReadonlySet<BillRelation['relation']> = new Set([
  'companion',
  'prior-session',
  'replaced-by',
  'replaces',
]);

/** How one bill is related to another, as the first one states it. */
interface FamilyRelation {
  readonly from: NaturalKey;
  readonly relation: BillRelation['relation'];
  readonly to: NaturalKey;
}

export interface Family {
  /** The stored members, by id. */
  readonly bills: readonly BillItem[];
  /** The members that were never imported. */
  readonly notImported: readonly NaturalKey[];
  readonly relations: readonly FamilyRelation[];
}

/** Further members are not followed. No real family is this large. */
const MAX_MEMBERS = 60;

const toNaturalKey = (bill: NaturalKey): NaturalKey => pick(bill, ['stateId', 'session', 'billNumber']);

const listFamilyRelations = (bill: BillItem): FamilyRelation[] =>
  bill.relations
    .filter(({ relation }) => familyRelations.has(relation))
    .map((to) => ({ from: toNaturalKey(bill), relation: to.relation, to: toNaturalKey(to) }));

/** The bills, not known yet, that the newest members name and that name them. */
async function loadNextMembers(
  tenant: TenantStore,
  newest: readonly BillItem[],
  known: ReadonlySet<string>,
): Promise<BillItem[]> {
  const named = newest.flatMap((bill) => listFamilyRelations(bill).map(({ to }) => to));
  const [ids, reverseRelations] = await Promise.all([
    billIdsByNaturalKey(tenant, named),
    Promise.all(newest.map((bill) => listReverseRelations(tenant, bill))),
  ]);
  const all = [
    ...ids.flatMap((id) => id ?? []),
    ...reverseRelations
      .flat()
      .flatMap(({ relation, billId }) => (familyRelations.has(relation) ? billId : [])),
  ];
  const unknown = [...new Set(all.filter((id) => !known.has(id)))];
  return billsById(tenant, unknown.slice(0, MAX_MEMBERS - known.size));
}

/** The family of a bill. Two or three round trips per step away from it; a read and a query per member. */
export async function loadFamily(tenant: TenantStore, bill: BillItem): Promise<Family> {
  const members = new Map([[bill.id, bill]]);
  let newest = [bill];
  while (newest.length > 0 && members.size < MAX_MEMBERS) {
    newest = await loadNextMembers(tenant, newest, new Set(members.keys()));
    for (const member of newest) members.set(member.id, member);
  }
  const bills = [...members.values()].sort((a, b) => Number(a.id) - Number(b.id));
  const relations = bills.flatMap(listFamilyRelations);
  const stored = new Set(bills.map(naturalKeyText));
  const notImported = new Map(
    relations
      .filter(({ to }) => !stored.has(naturalKeyText(to)))
      .map(({ to }) => [naturalKeyText(to), to] as const),
  );
  return { bills, notImported: [...notImported.values()], relations };
}
