// Finds the legislative committees that bills and meetings name, by id or by name within their chamber.
import type { TenantStore } from '../../../shared/data/store.ts';
import { committeesById } from '../../../shared/directory/committees/committee-store.ts';
import {
  committeesByState,
  type LegislativeCommittee,
} from '../../../shared/legislature/committee-numbers.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import type { NamedCommittee } from './read/bill-draft.ts';

/** Words that only some sources use in committee names. */
const ignoredWords = new Set(
  'house senate assembly joint committee committees subcommittee on of the and for standing select permanent special'.split(
    ' ',
  ),
);

/** A committee's name without such words: "House Committee on Ways and Means" equals "Ways & Means". */
export function normalizeCommitteeName(name: string): string {
  const words = foldForSort(name).split('-');
  const telling = words.filter((word) => !ignoredWords.has(word));
  return (telling.length > 0 ? telling : words).join('-');
}

interface CommitteeIndex {
  readonly byExternalId: ReadonlyMap<string, LegislativeCommittee>;
  readonly byName: ReadonlyMap<string, readonly LegislativeCommittee[]>;
  readonly byCommitteeId: ReadonlyMap<string, LegislativeCommittee>;
}

/** All names and ids of a state's committees. */
async function loadCommitteeIndex(tenant: TenantStore, stateId: number): Promise<CommitteeIndex> {
  const entries = await committeesByState(tenant, stateId, { consistent: true });
  const stored = await committeesById(
    tenant,
    entries.map(({ committeeId }) => committeeId),
  );
  const byName = new Map<string, LegislativeCommittee[]>();
  const byExternalId = new Map<string, LegislativeCommittee>();
  for (const [index, entry] of entries.entries()) {
    const names = new Set([entry.name, ...(stored[index]?.otherNames ?? [])].map(normalizeCommitteeName));
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), entry]);
    for (const { scheme, identifier } of stored[index]?.externalIds ?? [])
      byExternalId.set(`${scheme} ${identifier}`, entry);
  }
  return { byExternalId, byName, byCommitteeId: new Map(entries.map((entry) => [entry.committeeId, entry])) };
}

/** Looks committees up; a state's are read once, two reads each. */
export function createCommitteeFinder(tenant: TenantStore) {
  const directories = new Map<number, Promise<CommitteeIndex>>();
  return {
    /** The committee, when exactly one matches. */
    async find(
      stateId: number,
      { name, chamber, externalId, partOf }: NamedCommittee,
    ): Promise<LegislativeCommittee | undefined> {
      const directory = directories.get(stateId) ?? loadCommitteeIndex(tenant, stateId);
      directories.set(stateId, directory);
      const { byExternalId, byName, byCommitteeId } = await directory;
      const byId = externalId && byExternalId.get(`${externalId.scheme} ${externalId.identifier}`);
      if (byId) return byId;
      const isMeant = (entry: LegislativeCommittee): boolean => {
        if (chamber !== undefined && entry.chamber !== undefined && entry.chamber !== chamber) return false;
        const whole = byCommitteeId.get(entry.parentId ?? '');
        return partOf === undefined
          ? whole === undefined
          : whole !== undefined && normalizeCommitteeName(whole.name) === normalizeCommitteeName(partOf);
      };
      const [found, second] = (byName.get(normalizeCommitteeName(name)) ?? []).filter(isMeant);
      return second === undefined ? found : undefined;
    },
  };
}
