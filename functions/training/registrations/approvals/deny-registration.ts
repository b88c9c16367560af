// POST /api/v1/registration/ClassRegistration/{id}/Deny
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { denyStep } from '../approval.ts';
import { changeStatus } from '../status-change.ts';
import { requireClassWithSeats } from '../store.ts';
import { buildTransitionChanges } from '../transition.ts';
import { denyRegistration } from './contract.ts';
import { loadActionDetails, presentDecision, requirePendingDecision } from './decision.ts';

export const handler = lambda(denyRegistration, async (context) => {
  const { tenant, caller, body, now, ifMatch } = context;
  const { before, approval } = await requirePendingDecision(context);
  const action = await loadActionDetails(tenant, caller, now, body.reason);
  const deniedApproval = denyStep(approval, action);
  const classWithSeats = await requireClassWithSeats(tenant, before);
  const after = changeStatus(before, 'Denied', action, { approval: deniedApproval });
  const statusChanges = [{ before, after }];
  const message = `Denied. ${before.memberName} is notified of the reason.`;
  return write(
    await buildTransitionChanges(tenant, { statusChanges, classWithSeats, cause: 'Denied', ifMatch, now }),
    ok(presentDecision(after, deniedApproval, message), { version: after.version }),
  );
});
