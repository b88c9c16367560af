// Stored rules of a tenant, and the pairs that somebody has declared to be two people.
import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../../shared/http/etag.ts';
import { type DuplicateRulesItem, defaultDuplicateRules } from './rules.ts';

/** Two people who are not one. */
export interface DistinctPairItem {
  readonly type: 'distinct-people';
  /** The subject who declared it, and when. */
  readonly decidedBy: string;
  readonly decidedDate: string;
}

const rulesKey = (tenant: TenantStore): Key<DuplicateRulesItem> => tenant.key('DUPLICATE-RULES', 'RULES');

/** The tenant's rules, or the defaults. One read. */
export const loadDuplicateRules = async (tenant: TenantStore): Promise<DuplicateRulesItem> =>
  (await tenant.get(rulesKey(tenant), { consistent: true })) ?? defaultDuplicateRules;

/** Replaces the rules that were read as `before`. @throws Failure 412 when If-Match names another version */
export const replaceDuplicateRules = (
  tenant: TenantStore,
  before: DuplicateRulesItem,
  after: DuplicateRulesItem,
  ifMatch: IfMatch | undefined,
): Change => put(rulesKey(tenant), after, ifUnchangedOrAbsent(before, ifMatch));

/** Two ids, in either order. */
export type IdPair = readonly [string, string];

/** The same key whichever of the two is named first. */
const distinctPairKey = (tenant: TenantStore, pair: IdPair): Key<DistinctPairItem> => {
  const [first, second] = sortPair(pair);
  return tenant.key(`DISTINCT-PEOPLE#${first}`, `${second}`);
};

const sortPair = (pair: IdPair): readonly string[] => pair.map((id) => id.toLowerCase()).sort();

/** The declarations in whose key a person is the second one: the erasure of a person finds them all. */
const pairsBySecond = (tenant: TenantStore, pair: IdPair) => {
  const [first, second] = sortPair(pair);
  return { listing: tenant.listing(`DISTINCT-PEOPLE-WITH#${second}`), sort: `${first}` };
};

/** The declarations of these pairs, in their order. One round trip per hundred. */
export const loadDistinctPairs = (
  tenant: TenantStore,
  pairs: readonly IdPair[],
): Promise<(DistinctPairItem | undefined)[]> =>
  tenant.getMany(
    pairs.map((pair) => distinctPairKey(tenant, pair)),
    { consistent: true },
  );

/** Declares that two people are not one. */
export const putDistinctPair = (
  tenant: TenantStore,
  pair: IdPair,
  decision: Omit<DistinctPairItem, 'type'>,
): Change =>
  put(
    distinctPairKey(tenant, pair),
    { type: 'distinct-people', ...decision },
    { listed: pairsBySecond(tenant, pair) },
  );

/** Withdraws the declaration; nothing happens without one. */
export const removeDistinctPair = (tenant: TenantStore, pair: IdPair): Change =>
  remove(distinctPairKey(tenant, pair));
