// POST /api/v1/registration/ClassRegistration/{id}/Approve
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { approveRegistration } from './contract.ts';
import { approvePending } from './decide.ts';
import { buildActionDetails, presentDecision, requirePendingDecision } from './decision.ts';

export const handler = lambda(approveRegistration, async (context) => {
  const { tenant, caller, body, now, ifMatch, settings } = context;
  const pending = await requirePendingDecision(context);
  const action = buildActionDetails(caller, pending, now, body.note);
  const { timeZone } = settings;
  const decided = await approvePending({ tenant, timeZone, now, ifMatch }, pending, action);
  const { after, approval, message, changes } = decided;
  return write(changes, ok(presentDecision(after, approval, message), { version: after.version }));
});
