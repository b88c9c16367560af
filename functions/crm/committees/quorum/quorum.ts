// The quorum of a committee: how many of its voting members a meeting needs.
import type { MembershipContent, QuorumContent } from '../../../../shared/directory/committees/committee.ts';
import {
  type CommitteePositionItem,
  isVotingMembership,
} from '../../../../shared/directory/committees/committee-position.ts';
import { statusOn } from '../members/seat.ts';

/** The people who vote in a committee on a day; somebody with several positions once. */
export const listVoters = (
  memberships: readonly MembershipContent[],
  positions: readonly CommitteePositionItem[],
  day: string,
): string[] => [
  ...new Set(
    memberships
      .filter(
        (membership) => statusOn(membership, day) === 'current' && isVotingMembership(membership, positions),
      )
      .map(({ personId }) => personId),
  ),
];

/**
 * The voting members that a meeting needs. A majority is more than half; of a percentage the next whole member. Nothing is
 * decided without members: at least one is needed.
 */
export function countRequired(voters: number, quorum: QuorumContent = { rule: 'majority' }): number {
  switch (quorum.rule) {
    case 'majority':
      return Math.floor(voters / 2) + 1;
    case 'percent':
      return Math.max(1, Math.ceil((voters * quorum.percent) / 100));
    case 'members':
      return quorum.members;
  }
}
