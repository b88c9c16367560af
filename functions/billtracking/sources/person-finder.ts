// Finds the people that bills name, by the ids their sources give them, else by their seats.

import type { TenantStore } from '../../../shared/data/store.ts';
import { displayName } from '../../../shared/directory/people/person.ts';
import { type PersonItem, peopleById } from '../../../shared/directory/people/person-store.ts';
import { personIdsByCrossId } from '../../../shared/directory/record/cross-ids.ts';
import type { ExternalId } from '../../../shared/directory/record/fields.ts';
import { idByExternalId } from '../../../shared/import/matching/identity.ts';
import { pick } from '../../../shared/values/pick.ts';
import type { NamedPerson } from './read/bill-draft.ts';
import { createSeatFinder } from './seat-finder.ts';

/** Ids that a person's own id is made from. */
const ownSchemes = new Set(['ocd-person', 'bioguide']);

/** A person as a bill stores one. */
interface FoundPerson {
  readonly name: string;
  readonly personId?: string;
}

/** A voter, with the names of the person where the source gives none. */
interface FoundVoter extends FoundPerson {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

type NamedVoter = NamedPerson & Pick<FoundVoter, 'firstName' | 'lastName'>;
const voterNames = ['firstName', 'lastName'] as const;

/** How many different people were named, and how many of them have no match in the directory. */
interface MatchCounts {
  readonly named: number;
  readonly unmatched: number;
}

const schemeKey = ({ scheme, identifier }: ExternalId): string => `${scheme} ${identifier}`;

/** Replaces a name that the source does not give. */
const describeUnnamed = ({ scheme, identifier }: ExternalId): string =>
  `Unnamed (${scheme === 'govtrack' ? 'GovTrack' : scheme} ${identifier})`;

/** A person of the directory. */
interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

const describePerson = (person: PersonItem): KnownPerson => ({
  id: person.id,
  name: displayName(person),
  ...pick(person, ['firstName', 'lastName']),
});

/** Looks people up, each once. Load a whole batch before finding people one by one. */
export function createPersonFinder(tenant: TenantStore) {
  const known = new Map<string, KnownPerson | undefined>();
  const seats = createSeatFinder(tenant);
  const isMatched = new Map<string, boolean>();
  const lookUp = ({ externalId, seat }: NamedPerson) =>
    (externalId && known.get(schemeKey(externalId))) ?? (seat && seats.find(seat));
  return {
    async load(people: readonly NamedPerson[]): Promise<void> {
      const externalIds = people.flatMap(({ externalId }) => externalId ?? []);
      const unknown = [...new Map(externalIds.map((id) => [schemeKey(id), id])).entries()].filter(
        ([name]) => !known.has(name),
      );
      const others = unknown.filter(([, { scheme }]) => !ownSchemes.has(scheme));
      const found = await personIdsByCrossId(
        tenant,
        others.map(([, id]) => id),
      );
      const byCrossId = new Map(others.map(([name], index) => [name, found[index]]));
      const ids = unknown.map(([name, id]) =>
        ownSchemes.has(id.scheme)
          ? idByExternalId('person', id, { tenantCode: tenant.code })
          : byCrossId.get(name),
      );
      const stored = await peopleById(
        tenant,
        ids.flatMap((id) => id ?? []),
      );
      const byId = new Map(stored.flatMap((person) => (person ? [[person.id, person] as const] : [])));
      for (const [index, [name]] of unknown.entries()) {
        const person = byId.get(ids[index] ?? '');
        known.set(name, person && describePerson(person));
      }
      await seats.load(people.flatMap(({ seat }) => seat ?? []));
    },
    /**
     * The person; only a name when the tenant does not have them, and the id in its place when there is no name.
     * Undefined when the source gives neither.
     */
    find(named: NamedPerson): FoundPerson | undefined {
      const { name, externalId } = named;
      const person = lookUp(named);
      const shownName = name ?? person?.name ?? (externalId && describeUnnamed(externalId));
      if (shownName === undefined) return undefined;
      isMatched.set(
        externalId ? schemeKey(externalId) : JSON.stringify([name, named.seat]),
        person !== undefined,
      );
      return person ? { name: shownName, personId: person.id } : { name: shownName };
    },
    /** The voter, also with first and last name: the directory's where the source gives none. */
    findVoter(named: NamedVoter): FoundVoter | undefined {
      const found = this.find(named);
      const person = lookUp(named);
      return found && { ...found, ...(person && pick(person, voterNames)), ...pick(named, voterNames) };
    },
    matched: (): MatchCounts => ({
      named: isMatched.size,
      unmatched: [...isMatched.values()].filter((matched) => !matched).length,
    }),
  };
}
