// GET /api/v1/committee/{committeeId}/members
import { findPosition } from '../../../../shared/directory/committee-position.ts';
import type { MembershipItem } from '../../../../shared/directory/committee-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { takeWholeListPage } from '../whole-list.ts';
import { listCommitteeMembers } from './contract.ts';
import { loadNames, presentMember } from './present.ts';
import { statusOn } from './seat.ts';
import { requireSeats, todayOf } from './seats.ts';

export const handler = lambda(listCommitteeMembers, async (context) => {
  const { tenant, params, query } = context;
  const { memberships, definitions } = await requireSeats(tenant, params.committeeId);
  const today = todayOf(context);
  const isListed = (membership: MembershipItem): boolean => {
    const status = statusOn(membership, today);
    return status === 'void'
      ? query.includeVoided === true
      : query.status === 'all' || query.status === status;
  };
  const listed = memberships.filter(isListed);
  const people = await loadNames(tenant, listed);
  // Positions that are not defined come after all others.
  const rankOf = (membership: MembershipItem): number =>
    findPosition(membership, definitions.positions)?.rank ?? Number.POSITIVE_INFINITY;
  const nameOf = ({ personId }: MembershipItem): string => foldForSort(people.get(personId) ?? '');
  const byRank = (a: MembershipItem, b: MembershipItem): number => {
    const [first, second] = [rankOf(a), rankOf(b)];
    return (
      (first === second ? compareTexts(foldForSort(a.role), foldForSort(b.role)) : first - second) ||
      compareTexts(nameOf(a), nameOf(b)) ||
      compareTexts(a.startDate ?? '', b.startDate ?? '')
    );
  };
  const page = takeWholeListPage(listed.sort(byRank), query);
  return ok({
    ...page,
    data: page.data.map((membership) => presentMember(membership, { definitions, people }, today)),
  });
});
