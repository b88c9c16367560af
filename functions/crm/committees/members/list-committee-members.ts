// GET /api/v1/committee/{committeeId}/members
import type { MembershipItem } from '../../../../shared/directory/committees/committee-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takeWholeListPage } from '../whole-list.ts';
import { listCommitteeMembers } from './contract.ts';
import { compareMembers, loadNames, presentMember } from './present.ts';
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
  const page = takeWholeListPage(listed.toSorted(compareMembers({ definitions, people })), query);
  return ok({
    ...page,
    data: page.data.map((membership) => presentMember(membership, { definitions, people }, today)),
  });
});
