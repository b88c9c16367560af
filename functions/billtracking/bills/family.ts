// A bill's family: its companions, its earlier and later selves, and what replaced it, over all sessions
// (docs/interface/billtracking.md#bill-family).
//
// A source tells of a relation at one of its ends only, and often of bills that were never imported. So the family is
// followed in both directions from any of its members, and one that is not known is named all the same.
import type { TenantStore } from '../../../shared/data/store.ts';
import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';
import { type BillItem, type BillRelation, normalizeBillNumber } from './bill.ts';
import { billIdsByNaturalKey, billsById, listReverseRelations, type NaturalKey } from './store.ts';

/** Relations that make a family; bills that merely concern the same thing are none. */
const familyRelations: ReadonlySet<BillRelation['relation']> = new Set([
  'companion',
  'prior-session',
  'replaced-by',
  'replaces',
]);

/** One bill says of another what it is to it. */
interface FamilyRelation {
  readonly from: NaturalKey;
  readonly relation: BillRelation['relation'];
  readonly to: NaturalKey;
}

export interface Family {
  /** Those the tenant holds, in the order of their ids. */
  readonly bills: readonly BillItem[];
  /** Those that are only spoken of. */
  readonly notImported: readonly NaturalKey[];
  readonly relations: readonly FamilyRelation[];
}

/** More members than these are not followed: no real family has them. */
const MAX_MEMBERS = 60;

const naturalKeyText = ({ stateId, session, billNumber }: NaturalKey): string =>
  `${stateId}#${foldForSort(session)}#${normalizeBillNumber(billNumber)}`;

const toNaturalKey = ({ stateId, session, billNumber }: NaturalKey): NaturalKey => ({
  stateId,
  session,
  billNumber,
});

const listFamilyRelations = (bill: BillItem): FamilyRelation[] =>
  bill.relations
    .filter(({ relation }) => familyRelations.has(relation))
    .map((to) => ({ from: toNaturalKey(bill), relation: to.relation, to: toNaturalKey(to) }));

/** The bills that are not known yet among those that some speak of, and those that speak of them. */
async function loadNextMembers(
  tenant: TenantStore,
  frontier: readonly BillItem[],
  known: ReadonlySet<string>,
): Promise<BillItem[]> {
  const spokenOf = frontier.flatMap((bill) => listFamilyRelations(bill).map(({ to }) => to));
  const [ids, speaking] = await Promise.all([
    billIdsByNaturalKey(tenant, spokenOf),
    Promise.all(frontier.map((bill) => listReverseRelations(tenant, bill))),
  ]);
  const all = [
    ...ids,
    ...speaking.flat().flatMap(({ relation, billId }) => (familyRelations.has(relation) ? [billId] : [])),
  ];
  const fresh = [...new Set(all.filter((id) => id !== undefined && !known.has(id)))];
  return billsById(tenant, fresh.flatMap((id) => id ?? []).slice(0, MAX_MEMBERS - known.size));
}

/** The family of a bill. Two or three round trips for each step away from it, a read and a query for each member. */
export async function loadFamily(tenant: TenantStore, bill: BillItem): Promise<Family> {
  const members = new Map([[bill.id, bill]]);
  let frontier = [bill];
  while (frontier.length > 0 && members.size < MAX_MEMBERS) {
    frontier = await loadNextMembers(tenant, frontier, new Set(members.keys()));
    for (const one of frontier) members.set(one.id, one);
  }
  const bills = [...members.values()].sort((a, b) => Number(a.id) - Number(b.id));
  const kinships = bills.flatMap(listFamilyRelations);
  const known = new Set(bills.map(naturalKeyText));
  const mentioned = new Map(
    kinships.flatMap(({ to }) => (known.has(naturalKeyText(to)) ? [] : [[naturalKeyText(to), to] as const])),
  );
  return { bills, notImported: [...mentioned.values()], relations: kinships };
}
