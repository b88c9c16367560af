// POST /api/v1/committee/savecommitteemember
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { saveCommitteeMember } from './contract.ts';
import { insertMember } from './write-member.ts';

export const handler = lambda(saveCommitteeMember, async (context) => {
  const { member, view, changes } = await insertMember(context, context.body);
  const location = context.url(`/api/v1/committee/${member.committeeId}/members/${member.id}`);
  return write(changes, created(view, location, { version: member.version, isComposed: true }));
});
