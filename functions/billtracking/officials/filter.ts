// The filter of officials, and the values it may choose from.
import type { TenantStore } from '../../../shared/data/store.ts';
import { matchesWords } from '../word-search.ts';
import type { OfficialFilter } from './contract.ts';
import type { Official } from './official.ts';
import { listSittingOfficials, resolveState } from './roster.ts';

interface StateQuery {
  readonly stateId?: number | undefined;
}

const matchesAny = (values: readonly string[] | undefined, names: readonly string[]): boolean =>
  !values || values.length === 0 || names.some((name) => values.some((value) => value.trim() === name));

/** Whether an official matches a filter. Committees match by name or number. */
export const matchesOfficialFilter = (
  official: Official,
  filter: OfficialFilter,
  numbers: ReadonlyMap<string, number>,
): boolean =>
  matchesWords(filter.searchText ?? '', official.legalName) &&
  matchesAny(filter.residence, [official.residence]) &&
  matchesAny(filter.districtName, [official.districtCode]) &&
  matchesAny(filter.politicalParty, [official.party]) &&
  matchesAny(filter.legislativeRole, [official.legislativeRole]) &&
  matchesAny(
    filter.committees,
    official.committees.flatMap((name) => [name, String(numbers.get(name) ?? name)]),
  );

/** The distinct values of a field of the officials of a state, in their order: numbers by value. */
export async function listOptions(
  { query, tenant, now }: { readonly query: StateQuery; readonly tenant: TenantStore; readonly now: Date },
  getText: (official: Official) => string,
) {
  const state = await resolveState(tenant, query.stateId);
  const texts = new Set((await listSittingOfficials(tenant, state, now)).map(getText));
  return [...texts]
    .filter((text) => text !== '')
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((text) => ({ value: text, text }));
}
