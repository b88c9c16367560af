// Finds the committees that rows name among those of the tenant.
import type { TenantStore } from '../../data/store.ts';
import type { CommitteeContent } from '../../directory/committees/committee.ts';
import {
  type CommitteeItem,
  committeesById,
  committeesByName,
  committeesWithName,
} from '../../directory/committees/committee-store.ts';
import type { ExternalId } from '../../directory/record/fields.ts';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import { idByExternalId, idByName, parseExternalId, parseOwnId } from '../matching/identity.ts';
import type { FoundOrganization } from '../matching/organization-finder.ts';
import type { ReadOptions } from '../rows/row-source.ts';

/** All committees of a tenant, by what they are found by. */
interface CommitteeIndex {
  readonly byExternalId: ReadonlyMap<string, readonly CommitteeItem[]>;
  readonly byName: ReadonlyMap<string, readonly CommitteeItem[]>;
}

const describeId = ({ scheme, identifier }: ExternalId): string => JSON.stringify([scheme, identifier]);

function indexCommittees(all: readonly CommitteeItem[]): CommitteeIndex {
  const byExternalId = new Map<string, CommitteeItem[]>();
  for (const committee of all)
    for (const externalId of committee.externalIds ?? []) {
      const id = describeId(externalId);
      byExternalId.set(id, [...(byExternalId.get(id) ?? []), committee]);
    }
  return { byExternalId, byName: Map.groupBy(all, ({ name }) => foldForSort(name)) };
}

/** Finds committees. All of the tenant are read once, and only for an id that no import has created a committee by. */
export type CommitteeLookup = ReturnType<typeof createCommitteeLookup>;

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

  let reading: Promise<CommitteeIndex> | undefined;
  const readIndex = (): Promise<CommitteeIndex> => {
    reading ??= tenant.queryAll(committeesByName(tenant), { consistent: true }).then(indexCommittees);
    return reading;
  };

  async function findByStoredId(externalId: ExternalId): Promise<FoundOrganization> {
    const [first, second] = (await readIndex()).byExternalId.get(describeId(externalId)) ?? [];
    if (first === undefined) return { reason: 'unknown' };
    return second === undefined ? { id: first.id } : { reason: 'ambiguous' };
  }

  return {
    load,
    /** The committee that has this id of another system, however it was created. */
    findByStoredId,
    /**
     * The only committee with the name, where it has no id of another system and is of the same legislature.
     * @param except committees that are known to be others
     */
    async findUnidentified(
      { name, kind, state, chamber }: CommitteeContent,
      except: ReadonlySet<string>,
    ): Promise<string | undefined> {
      const sameName = (await readIndex()).byName.get(foldForSort(name)) ?? [];
      const [first, second] = sameName.filter((committee) => !except.has(committee.id));
      if (first === undefined || second !== undefined || (first.externalIds ?? []).length > 0)
        return undefined;
      const isSame = first.kind === kind && first.state === state && first.chamber === chamber;
      return isSame ? first.id : undefined;
    },
    has: (id: string): boolean => known.get(id) ?? false,
    /** Loads the committees with these ids, as files write them. */
    loadValues: (values: readonly string[]): Promise<void> => load(values.flatMap(listIds)),
    byExternalId: async (value: string): Promise<FoundOrganization> => {
      const ids = listIds(value);
      await load(ids);
      const id = ids.find((each) => known.get(each));
      return id === undefined ? findByStoredId(parseExternalId(value, options)) : { id };
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
