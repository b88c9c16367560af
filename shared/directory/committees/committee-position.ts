// The positions of a tenant's committees: their rank, whether one person at a time holds them, and whether they vote.
import * as z from 'zod';
import { foldForSort } from '../../lists/fold-for-sort.ts';
import type { DefinitionKind } from '../record/definition-store.ts';
import { line } from '../record/fields.ts';
import type { StoredRecord } from '../record/stored.ts';
import type { MembershipContent } from './committee.ts';

/** The stored content of a position. */
export const CommitteePositionContent = z.strictObject({
  name: line(90),
  /** The chair comes first, with the lowest rank. */
  rank: z.int(),
  isExclusive: z.boolean(),
  isVoting: z.boolean(),
  /** The types of committee that have it; absent for all. */
  committeeTypes: z.array(line(50)).max(50).optional(),
  isActive: z.boolean().optional(),
});
export type CommitteePositionContent = z.infer<typeof CommitteePositionContent>;
export type CommitteePositionItem = CommitteePositionContent & StoredRecord<'committee-position'>;

export const committeePositions: DefinitionKind<CommitteePositionContent, CommitteePositionItem['type']> = {
  type: 'committee-position',
  what: 'committee position',
};

/** Roles of sources whose holders do not vote. */
const nonVotingRole = /\b(non-?voting|alternate|designee|staff|liaison|advis[eo]r|observer)\b/i;

/** Whether a membership counts for the quorum. That of a role which is no position does, unless the role says otherwise. */
export const isVotingMembership = (
  membership: Pick<MembershipContent, 'positionId' | 'role'>,
  positions: readonly CommitteePositionItem[],
): boolean => findPosition(membership, positions)?.isVoting ?? !nonVotingRole.test(membership.role);

const sharedPrefix = /^co[-\s]/i;

/** Whether a role says that it is held together with others: "co-chair". */
export const isSharedRole = (role: string): boolean => sharedPrefix.test(role);

/**
 * The position of a membership. Imported ones name a role only; it is the position of that name, also when it is held
 * together with others.
 */
export function findPosition(
  { positionId, role }: Pick<MembershipContent, 'positionId' | 'role'>,
  positions: readonly CommitteePositionItem[],
): CommitteePositionItem | undefined {
  if (positionId !== undefined) return positions.find(({ id }) => id === positionId);
  const names = [role, role.replace(sharedPrefix, '')].map(foldForSort);
  return (
    positions.find(({ name }) => foldForSort(name) === names[0]) ??
    positions.find(({ name }) => foldForSort(name) === names[1])
  );
}
