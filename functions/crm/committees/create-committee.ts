// POST /api/v1/committee/createcommittee
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { createCommittee } from './contract.ts';
import { insertCommittee, presentFor } from './write-committee.ts';

export const handler = lambda(createCommittee, async (context) => {
  const { committee, changes } = await insertCommittee(context, context.body);
  const location = context.url(`/api/v1/committee/get/${committee.id}`);
  return write(changes, created(presentFor(context, committee), location, { version: 1 }));
});
