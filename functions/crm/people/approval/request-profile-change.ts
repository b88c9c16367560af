// POST /api/v1/PeopleApproval/Requests
import { lambda } from '../../../../shared/http/lambda.ts';
import { requestProfileChange } from './contract.ts';
import { buildRequest } from './propose.ts';
import { replyWithNewRequest } from './reply.ts';

export const handler = lambda(requestProfileChange, async (context) => {
  const { personId, reason, changes } = context.body;
  const toTarget = (field: string): string => (field === '' ? 'changes' : `changes.${field}`);
  const proposal = { personId, reason, fields: changes, toTarget };
  return replyWithNewRequest(context, await buildRequest(context, proposal));
});
