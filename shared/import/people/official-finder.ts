// Finds the officials that rows name: by their id in the source, ours, an id of another system, or a name that only one has.
import type { TenantStore } from '../../data/store.ts';
import { type PersonItem, peopleById } from '../../directory/people/person-store.ts';
import { personIdsByCrossId } from '../../directory/record/cross-ids.ts';
import { peopleMerges } from '../../directory/record-merge/merge-kind.ts';
import { survivorById } from '../../directory/record-merge/merge-record.ts';
import { isInForce } from '../../time/in-force.ts';
import { idByExternalId, parseExternalId, parseOwnId } from '../matching/identity.ts';
import { createPeopleByName } from '../matching/people-by-name.ts';
import type { ReadOptions } from '../rows/row-source.ts';
import { splitName } from '../rows/split-name.ts';
import type { Cell } from '../rows/values.ts';

/** How a row names an official. */
export interface NamedOfficial {
  readonly id?: Cell;
  readonly name?: Cell;
}

/** The official, or why there is none. */
export type OfficialMatch = { readonly id: string } | { readonly reason: string };

const hasOffice = ({ offices = [] }: PersonItem): boolean => offices.length > 0;

/** Looks officials up, each once. */
export function createOfficialFinder(tenant: TenantStore, options: ReadOptions, today: string) {
  const known = new Map<string, Promise<OfficialMatch>>();
  const findPeopleByName = createPeopleByName(tenant);

  async function findById(identifier: string): Promise<OfficialMatch> {
    const externalId = parseExternalId(identifier, options);
    const [crossId] = await personIdsByCrossId(tenant, [externalId]);
    const ids = [
      parseOwnId(identifier) ?? [],
      idByExternalId('person', externalId, options),
      crossId ?? [],
    ].flat();
    const stored = (await peopleById(tenant, ids)).find((person) => person !== undefined);
    const person =
      stored ??
      (await Promise.all(ids.map((id) => survivorById(tenant, peopleMerges, id)))).find((each) => each);
    if (!person) return { reason: 'is the id of nobody of this tenant; import the officials first' };
    return hasOffice(person)
      ? { id: person.id }
      : { reason: 'is the id of somebody without a public office' };
  }

  /** Of several people of the name the one who is in office now. */
  async function findByName(name: string): Promise<OfficialMatch> {
    const officials = ((await findPeopleByName([splitName(name)]))[0] ?? []).filter(hasOffice);
    const current = officials.filter(({ offices = [] }) => offices.some((each) => isInForce(each, today)));
    const [official, another] = current.length > 0 ? current : officials;
    if (!official) return { reason: 'names no official of this tenant; import the officials first' };
    return another ? { reason: 'is the name of several officials; give the id of one' } : { id: official.id };
  }

  return ({ id, name }: NamedOfficial): Promise<OfficialMatch> => {
    const key = JSON.stringify(id === undefined ? ['name', name?.value] : ['id', id.value]);
    const found = known.get(key) ?? (id ? findById(id.value) : findByName(name?.value ?? ''));
    known.set(key, found);
    return found;
  };
}
