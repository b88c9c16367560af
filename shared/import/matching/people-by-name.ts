// Finds the people of many names: with a query for each, or by reading the short entries of all people once.
import type { TenantStore } from '../../data/store.ts';
import { createWorkQueue } from '../../data/work/work-queue.ts';
import type { PersonContent } from '../../directory/people/person.ts';
import { personEntries } from '../../directory/people/person-entries.ts';
import {
  countedPeople,
  type PersonItem,
  peopleById,
  personSort,
} from '../../directory/people/person-store.ts';

/** A query costs half a read unit, and so do the short entries of about so many people. */
const ENTRIES_PER_QUERY = 15;
/** A batch of 10,000 rows must not fill the queue of the database. */
const QUERIES_AT_ONCE = 40;

/** Where the sort texts of all people of this last and first name begin; the id at their end is left out. */
const nameSort = (content: PersonContent): string => personSort({ ...content, id: '' });
const dropId = (sort: string): string => sort.slice(0, sort.lastIndexOf('#') + 1);

/** Looks people up by name. Those of a large list are the ones who were there at the first look. */
export function createPeopleByName(tenant: TenantStore) {
  const inTurn = createWorkQueue(QUERIES_AT_ONCE);
  let everybody: Map<string, string[]> | undefined;

  async function readEverybody(): Promise<Map<string, string[]>> {
    const ids = new Map<string, string[]>();
    for await (const { items } of tenant.queryPages(personEntries(tenant), { consistent: true }))
      for (const { id, sk } of items) ids.set(dropId(sk), [...(ids.get(dropId(sk)) ?? []), id]);
    return ids;
  }

  async function findIds(sorts: readonly string[]): Promise<Map<string, readonly string[]>> {
    if (!everybody && sorts.length * ENTRIES_PER_QUERY >= (await countedPeople(tenant).total()))
      everybody = await readEverybody();
    if (everybody) return everybody;
    const found = await Promise.all(
      sorts.map((sort) =>
        inTurn(() => tenant.queryAll(personEntries(tenant), { beginsWith: sort, consistent: true })),
      ),
    );
    return new Map(sorts.map((sort, index) => [sort, (found[index] ?? []).map(({ id }) => id)]));
  }

  /** The people who have the same last and first name as each of these. */
  return async (names: readonly PersonContent[]): Promise<PersonItem[][]> => {
    if (names.length === 0) return [];
    const sorts = names.map(nameSort);
    const idsBySort = await findIds([...new Set(sorts)]);
    const ids = [...new Set(sorts.flatMap((sort) => idsBySort.get(sort) ?? []))];
    const people = new Map((await peopleById(tenant, ids)).map((person, index) => [ids[index], person]));
    return sorts.map((sort) => (idsBySort.get(sort) ?? []).flatMap((id) => people.get(id) ?? []));
  };
}
