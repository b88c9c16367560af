// PATCH /api/v1/committee/{committeeId}/members/{membershipId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { patchCommitteeMember } from './contract.ts';
import { changeMember } from './write-member.ts';

export const handler = lambda(patchCommitteeMember, (context) =>
  changeMember(context, context.params, context.body),
);
