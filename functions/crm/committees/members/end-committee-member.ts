// POST /api/v1/committee/{committeeId}/members/{membershipId}/End
import { lambda } from '../../../../shared/http/lambda.ts';
import { endCommitteeMember } from './contract.ts';
import { todayOf } from './seats.ts';
import { changeMember } from './write-member.ts';

export const handler = lambda(endCommitteeMember, (context) => {
  const { endDate, reason } = context.body;
  return changeMember(context, context.params, { endDate: endDate ?? todayOf(context), endReason: reason });
});
