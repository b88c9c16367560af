// GET /api/v1/committee/{committeeId}/members/{membershipId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { getCommitteeMember } from './contract.ts';
import { requireMember } from './seats.ts';
import { replyWithMember } from './write-member.ts';

export const handler = lambda(getCommitteeMember, async (context) => {
  const { member, seats } = await requireMember(context.tenant, context.params);
  return replyWithMember(context, member, seats);
});
