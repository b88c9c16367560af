// Finds the people that bills name, by the ids their sources give them.
import type { TenantStore } from '../../shared/data/store.ts';
import { personIdsByCrossId } from '../../shared/directory/cross-ids.ts';
import type { ExternalId } from '../../shared/directory/fields.ts';
import { displayName } from '../../shared/directory/person.ts';
import { peopleById } from '../../shared/directory/person-store.ts';
import type { NamedPerson } from './read/bill-draft.ts';
import { idByExternalId } from './read/identity.ts';

/** Ids that a person's own id is made from. */
const own = new Set(['ocd-person', 'bioguide']);

/** A person as a bill keeps one. */
interface FoundPerson {
  readonly name: string;
  readonly personId?: string;
}

const nameOf = ({ scheme, identifier }: ExternalId): string => `${scheme} ${identifier}`;

/** Looks people up, each once. Ask for all of a batch before finding them one by one. */
export function personFinder(tenant: TenantStore) {
  const known = new Map<string, { readonly id: string; readonly name: string } | undefined>();
  return {
    async ask(people: readonly NamedPerson[]): Promise<void> {
      const asked = people.flatMap(({ externalId }) => externalId ?? []);
      const open = [...new Map(asked.map((id) => [nameOf(id), id])).entries()].filter(
        ([name]) => !known.has(name),
      );
      const others = open.filter(([, { scheme }]) => !own.has(scheme));
      const found = await personIdsByCrossId(
        tenant,
        others.map(([, id]) => id),
      );
      const byCrossId = new Map(others.map(([name], at) => [name, found[at]]));
      const ids = open.map(([name, id]) =>
        own.has(id.scheme) ? idByExternalId('person', id, { tenantCode: tenant.code }) : byCrossId.get(name),
      );
      const kept = await peopleById(
        tenant,
        ids.flatMap((id) => id ?? []),
      );
      const byId = new Map(kept.flatMap((person) => (person ? [[person.id, person] as const] : [])));
      for (const [at, [name]] of open.entries()) {
        const person = byId.get(ids[at] ?? '');
        known.set(name, person && { id: person.id, name: displayName(person) });
      }
    },
    /** The person, by name alone when the tenant does not have them; undefined when there is no name either. */
    find({ name, externalId }: NamedPerson): FoundPerson | undefined {
      const person = externalId && known.get(nameOf(externalId));
      if (person) return { name: name ?? person.name, personId: person.id };
      return name === undefined ? undefined : { name };
    },
  };
}
