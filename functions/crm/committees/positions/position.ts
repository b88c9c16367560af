// A position of committees: what a request makes of it, its order, and its form in the interface.
import {
  type CommitteePositionContent,
  type CommitteePositionItem,
  committeePositions,
} from '../../../../shared/directory/committees/committee-position.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { type PresentedKind, presentRecord } from '../definitions/definition.ts';
import type { CommitteePositionInput } from './contract.ts';

/** By rank, then by name. */
export const comparePositions = (
  a: Pick<CommitteePositionContent, 'rank' | 'name'>,
  b: Pick<CommitteePositionContent, 'rank' | 'name'>,
): number => a.rank - b.rank || compareTexts(a.name, b.name);

/** The content that a request asks for; without a rank the position comes after all others. */
export function buildPosition(
  {
    name,
    rank,
    isExclusive = false,
    isVoting = true,
    committeeTypes,
    isActive = true,
  }: CommitteePositionInput,
  others: readonly CommitteePositionItem[],
): CommitteePositionContent {
  const last = Math.max(0, ...others.map((other) => other.rank));
  return {
    name,
    rank: rank ?? last + 1,
    isExclusive,
    isVoting,
    ...(committeeTypes && committeeTypes.length > 0 && { committeeTypes }),
    ...(isActive ? {} : { isActive }),
  };
}

/** The position in the interface's form. */
export const presentPosition = (position: CommitteePositionItem, tenantCode: string) => ({
  ...presentRecord(position, tenantCode),
  rank: position.rank,
  isExclusive: position.isExclusive,
  isVoting: position.isVoting,
  committeeTypes: position.committeeTypes ?? [],
});

export const positionKind: PresentedKind<
  CommitteePositionContent,
  CommitteePositionItem['type'],
  ReturnType<typeof presentPosition>
> = {
  kind: committeePositions,
  path: '/api/v1/CommitteePositions',
  parameter: 'positionId',
  present: presentPosition,
};
