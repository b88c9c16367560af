// Makes the members of a group agree with its filter: the one rule by which a filter adds and removes people.
import { check, ifVersion } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type GroupFilterItem,
  groupFilterKey,
  ifSameFilter,
} from '../../../../shared/directory/groups/group-filters.ts';
import {
  buildMemberChanges,
  type GroupPlaceItem,
  isOnlyByFilter,
  isRenamed,
  loadGroupPlaces,
} from '../../../../shared/directory/groups/group-members.ts';
import { endGroupRequests } from '../../../../shared/directory/groups/group-requests.ts';
import { type PersonItem, peopleById, personKey } from '../../../../shared/directory/people/person-store.ts';

/** The people in a transaction: each is up to seven changes. */
export const PEOPLE_PER_COMMIT = 12;

/** The filter of a group, and who of these people passes it. */
export interface GroupSelection {
  readonly groupId: string;
  /** Undefined when the group has none any more. */
  readonly filter: GroupFilterItem | undefined;
  readonly select: (people: readonly PersonItem[]) => readonly PersonItem[];
}

/** What a filter does with somebody. People whom somebody added or removed stay as they are. */
export function decidePlace(
  place: GroupPlaceItem | undefined,
  isPassing: boolean,
): 'add' | 'remove' | 'none' {
  if (!place) return isPassing ? 'add' : 'none';
  if (place.type === 'group-exclusion') return 'none';
  return isOnlyByFilter(place) && !isPassing ? 'remove' : 'none';
}

/**
 * Adds whoever of these people passes the filter, removes whoever was a member by it and no longer passes, and lists members under
 * their present names. Nothing is written that a change of a person or of the filter has outdated meanwhile.
 * @param open reads the filter as it is now
 */
export const alignMembers = (
  tenant: TenantStore,
  open: () => Promise<GroupSelection>,
  personIds: readonly string[],
  now: Date,
) =>
  decideAndCommit(async () => {
    const { groupId, filter, select } = await open();
    const [found, places] = await Promise.all([
      peopleById(tenant, personIds),
      loadGroupPlaces(tenant, groupId, personIds),
    ]);
    const passing = new Set(select(found.filter((person) => person !== undefined)));
    const known = found.flatMap((person, index) => {
      const place = places[index];
      return person ? [{ person, place, step: decidePlace(place, passing.has(person)) }] : [];
    });
    const members = known.flatMap(({ person, place, step }) =>
      place?.type === 'group-member' ? [{ person, member: place, step }] : [],
    );
    const added = known.flatMap(({ person, step }) => (step === 'add' ? [person] : []));
    const removed = members.filter(({ step }) => step === 'remove');
    const renamed = members.filter(
      ({ person, member, step }) => step === 'none' && isRenamed(member, person),
    );
    const changed = [...added, ...[...removed, ...renamed].map(({ person }) => person)];
    if (changed.length === 0) return { changes: [] };
    const [changes, ended] = await Promise.all([
      buildMemberChanges(
        tenant,
        groupId,
        { addedByFilter: added, removed: removed.map(({ member }) => member), renamed },
        now,
      ),
      endGroupRequests(
        tenant,
        groupId,
        added.map(({ id }) => id),
      ),
    ]);
    return {
      changes: [
        ...changes,
        ...ended,
        ...changed.map(({ id, version }) => check(personKey(tenant, id), ifVersion(version), 'retry')),
        check(groupFilterKey(tenant, groupId), ifSameFilter(filter), 'retry'),
      ],
    };
  });
