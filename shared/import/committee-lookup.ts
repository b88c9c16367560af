// Finds the committees that rows name among those of the tenant.
import type { TenantStore } from '../data/store.ts';
import { committeesById, committeesWithName } from '../directory/committee-store.ts';
import { foldForSort } from '../lists/fold-for-sort.ts';
import { idByExternalId, idByName, parseExternalId, parseOwnId } from './identity.ts';
import type { FoundOrganization } from './organization-finder.ts';
import type { ReadOptions } from './row-source.ts';

/** Looks committees up, each once: by the id that the source or this platform gives them, or by name. */
export function createCommitteeLookup(tenant: TenantStore, options: ReadOptions) {
  const known = new Map<string, boolean>();
  const names = new Map<string, Promise<FoundOrganization>>();

  /** Which of these ids are of committees. One read for each that is not known yet. */
  async function load(ids: readonly string[]): Promise<void> {
    const open = [...new Set(ids)].filter((id) => !known.has(id));
    const found = await committeesById(tenant, open);
    for (const [index, id] of open.entries()) known.set(id, found[index] !== undefined);
  }

  const listIds = (value: string): string[] => [
    idByExternalId('committee', parseExternalId(value, options), options),
    ...[parseOwnId(value) ?? []].flat(),
  ];

  async function findByName(name: string, except: ReadonlySet<string>): Promise<FoundOrganization> {
    const stored = (await committeesWithName(tenant, name)).map(({ id }) => id);
    const own = idByName('committee', name, options);
    if (stored.includes(own)) return { id: own };
    const [first, second] = stored.filter((id) => !except.has(id));
    if (first === undefined) return { reason: 'unknown' };
    return second === undefined ? { id: first } : { reason: 'ambiguous' };
  }

  return {
    load,
    has: (id: string): boolean => known.get(id) ?? false,
    /** Loads the committees with these ids, as files write them. */
    loadValues: (values: readonly string[]): Promise<void> => load(values.flatMap(listIds)),
    byExternalId: async (value: string): Promise<FoundOrganization> => {
      const ids = listIds(value);
      await load(ids);
      const id = ids.find((each) => known.get(each));
      return id === undefined ? { reason: 'unknown' } : { id };
    },
    /**
     * The only committee with this name, or the one that a list without ids created under it.
     * @param except committees that are known to be others
     */
    byName: (name: string, except: ReadonlySet<string> = new Set()): Promise<FoundOrganization> => {
      const folded = foldForSort(name);
      const found = names.get(folded) ?? findByName(name, except);
      names.set(folded, found);
      return found;
    },
  };
}
