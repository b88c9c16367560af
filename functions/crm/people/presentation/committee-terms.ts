// The terms of people in committees, with the names of what they refer to.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { loadCommitteeDefinitions } from '../../../../shared/directory/committees/committee-definitions.ts';
import { committeesById } from '../../../../shared/directory/committees/committee-store.ts';
import type { CommitteeTermContent } from '../../../../shared/directory/committees/committee-term.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';

/** A name of what terms refer to, by its id. */
export type TermNames = ReadonlyMap<string, string>;

/** The names of everything that the terms of these people refer to. Two round trips, none where nobody has a term. */
export async function loadTermNames(tenant: TenantStore, people: readonly PersonItem[]): Promise<TermNames> {
  const terms = people.flatMap(({ terms: own }) => own ?? []);
  if (terms.length === 0) return new Map();
  const ids = [...new Set(terms.map(({ committeeId }) => committeeId))];
  const [definitions, committees] = await Promise.all([
    loadCommitteeDefinitions(tenant),
    committeesById(tenant, ids),
  ]);
  const named = [...Object.values(definitions).flat(), ...committees.filter((each) => each !== undefined)];
  return new Map(named.map(({ id, name }) => [id, name]));
}

/** A term as lists of existing callers show it. */
export const presentTerm = (
  { committeeId, positionId, electionTermId, regionId, role }: CommitteeTermContent,
  names: TermNames,
) => ({
  electionTermName: names.get(electionTermId ?? '') ?? null,
  regionName: names.get(regionId ?? '') ?? null,
  position: {
    organizationName: names.get(committeeId) ?? null,
    positionName: names.get(positionId) ?? role,
  },
});
