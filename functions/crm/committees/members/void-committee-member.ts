// POST /api/v1/committee/{committeeId}/members/{membershipId}/Void
import { MembershipContent } from '../../../../shared/directory/committees/committee.ts';
import { pickContent } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { voidCommitteeMember } from './contract.ts';
import { requireMember, todayOf } from './seats.ts';
import { assertNotVoid, replaceMember } from './write-member.ts';

export const handler = lambda(voidCommitteeMember, async (context) => {
  const { member, seats } = await requireMember(context.tenant, context.params);
  assertNotVoid(member);
  const voided = { voidedDate: todayOf(context), voidReason: context.body.reason };
  return replaceMember(context, member, { ...pickContent(MembershipContent, member), ...voided }, seats);
});
