// Who may hold a position of a committee when: exclusive positions have one holder at a time, unless they are shared.
import type { MembershipContent } from '../../../../shared/directory/committees/committee.ts';
import {
  type CommitteePositionItem,
  findPosition,
  isSharedRole,
} from '../../../../shared/directory/committees/committee-position.ts';
import { overlap } from '../../../../shared/time/in-force.ts';

/** A membership among those of its committee. */
export type Held = MembershipContent & { readonly id: string };

export type MembershipStatus = 'past' | 'current' | 'future' | 'void';

/** What a membership is on a day. A voided one was never true. */
export function statusOn(
  { startDate, endDate, voidedDate }: MembershipContent,
  day: string,
): MembershipStatus {
  if (voidedDate !== undefined) return 'void';
  if (startDate !== undefined && day < startDate) return 'future';
  return endDate !== undefined && endDate < day ? 'past' : 'current';
}

const isShared = ({ isShared: shared, role }: MembershipContent): boolean =>
  shared === true || isSharedRole(role);

/** A position is one seat for each region; without a region it is the same seat as with any. */
export const isSameSeat = (
  a: { readonly regionId?: string | undefined },
  b: { readonly regionId?: string | undefined },
): boolean => a.regionId === undefined || b.regionId === undefined || a.regionId === b.regionId;

/**
 * The memberships that a new or changed one can't stand beside: the same person twice in the position at a time, and in an
 * exclusive one anybody else at that time, unless both share it.
 */
export const findSeatConflicts = <M extends Held>(
  membership: Held,
  others: readonly M[],
  positions: readonly CommitteePositionItem[],
): M[] => {
  const position = findPosition(membership, positions);
  if (membership.voidedDate !== undefined) return [];
  return others.filter(
    (other) =>
      other.id !== membership.id &&
      other.voidedDate === undefined &&
      position !== undefined &&
      findPosition(other, positions)?.id === position.id &&
      overlap(membership, other) &&
      isSameSeat(membership, other) &&
      (other.personId === membership.personId ||
        (position.isExclusive && !(isShared(membership) && isShared(other)))),
  );
};
