// POST /api/v1/registration/ClassRegistration/{id}/Deny
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { denyRegistration } from './contract.ts';
import { denyPending } from './decide.ts';
import { buildActionDetails, presentDecision, requirePendingDecision } from './decision.ts';

export const handler = lambda(denyRegistration, async (context) => {
  const { tenant, caller, body, now, ifMatch } = context;
  const pending = await requirePendingDecision(context);
  const action = buildActionDetails(caller, pending, now, body.reason);
  const decided = await denyPending({ tenant, now, ifMatch }, pending, action);
  const { after, approval, message, changes } = decided;
  return write(changes, ok(presentDecision(after, approval, message), { version: after.version }));
});
