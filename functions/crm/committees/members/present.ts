// Memberships in the interface's form, with the names of what they refer to.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { CommitteeDefinitions } from '../../../../shared/directory/committees/committee-definitions.ts';
import { findPosition } from '../../../../shared/directory/committees/committee-position.ts';
import type { MembershipItem } from '../../../../shared/directory/committees/committee-store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import type { CommitteeMember } from './schemas.ts';
import { statusOn } from './seat.ts';

/** What memberships refer to. */
export interface MembershipNames {
  readonly definitions: CommitteeDefinitions;
  /** The names of people, by id. */
  readonly people: ReadonlyMap<string, string>;
}

/** The names of the people of memberships. One round trip per hundred. */
export async function loadNames(
  tenant: TenantStore,
  memberships: readonly { readonly personId: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(memberships.map(({ personId }) => personId))];
  const people = ids.length === 0 ? [] : await peopleById(tenant, ids);
  return new Map(people.flatMap((person) => (person ? [[person.id, displayName(person)] as const] : [])));
}

/** The name of a definition; null where there is none. */
export const nameById = (
  definitions: readonly { readonly id: string; readonly name: string }[],
  id: string | undefined,
): string | null => definitions.find((each) => each.id === id)?.name ?? null;

/** The order of members: by the rank of the position, then by role, name and start. Positions that are not defined come last. */
export function compareMembers({ definitions, people }: MembershipNames) {
  const rankOf = (membership: MembershipItem): number =>
    findPosition(membership, definitions.positions)?.rank ?? Number.POSITIVE_INFINITY;
  const nameOf = ({ personId }: MembershipItem): string => foldForSort(people.get(personId) ?? '');
  return (a: MembershipItem, b: MembershipItem): number => {
    const [first, second] = [rankOf(a), rankOf(b)];
    return (
      (first === second ? compareTexts(foldForSort(a.role), foldForSort(b.role)) : first - second) ||
      compareTexts(nameOf(a), nameOf(b)) ||
      compareTexts(a.startDate ?? '', b.startDate ?? '')
    );
  };
}

/** The membership in the interface's form. */
export function presentMember(
  membership: MembershipItem,
  { definitions, people }: MembershipNames,
  today: string,
): CommitteeMember {
  const position = findPosition(membership, definitions.positions);
  const status = statusOn(membership, today);
  return {
    id: membership.id,
    committeeId: membership.committeeId,
    personId: membership.personId,
    personName: people.get(membership.personId) ?? null,
    role: membership.role,
    positionId: position?.id ?? null,
    positionName: position?.name ?? null,
    isShared: membership.isShared ?? false,
    electionTermId: membership.electionTermId ?? null,
    electionTermName: nameById(definitions.electionTerms, membership.electionTermId),
    regionId: membership.regionId ?? null,
    regionName: nameById(definitions.regions, membership.regionId),
    vacancyId: membership.vacancyId ?? null,
    startDate: membership.startDate ?? null,
    endDate: membership.endDate ?? null,
    endReason: membership.endReason ?? null,
    status,
    isActive: status === 'current',
    voidedDate: membership.voidedDate ?? null,
    voidReason: membership.voidReason ?? null,
    createdDate: membership.createdDate,
    modifiedDate: membership.modifiedDate,
  };
}
