// How many terms a person served in each position of each committee.
import type { MembershipContent } from '../../../../shared/directory/committees/committee.ts';
import {
  type CommitteePositionItem,
  findPosition,
} from '../../../../shared/directory/committees/committee-position.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { countDays } from '../../../../shared/time/count-days.ts';
import { statusOn } from './seat.ts';

/** The terms in one position of one committee. */
export interface ServedTerms {
  readonly committeeId: string;
  readonly positionId: string | null;
  readonly role: string;
  readonly completed: number;
  readonly current: number;
  readonly future: number;
  readonly days: number;
}

/** The terms of a person by committee and position; voided memberships are no terms. */
export function sumTerms(
  memberships: readonly MembershipContent[],
  positions: readonly CommitteePositionItem[],
  today: string,
): ServedTerms[] {
  const groups = new Map<string, MembershipContent[]>();
  for (const membership of memberships) {
    if (membership.voidedDate !== undefined) continue;
    const position = findPosition(membership, positions)?.id ?? foldForSort(membership.role);
    const name = `${membership.committeeId}#${position}`;
    groups.set(name, [...(groups.get(name) ?? []), membership]);
  }
  return [...groups.values()].flatMap((terms) => {
    const [first] = terms;
    if (!first) return [];
    const position = findPosition(first, positions);
    const count = (status: string): number => terms.filter((term) => statusOn(term, today) === status).length;
    return [
      {
        committeeId: first.committeeId,
        positionId: position?.id ?? null,
        role: position?.name ?? first.role,
        completed: count('past'),
        current: count('current'),
        future: count('future'),
        days: countDays(terms, today),
      },
    ];
  });
}
