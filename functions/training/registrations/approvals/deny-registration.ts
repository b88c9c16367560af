// POST /api/v1/registration/ClassRegistration/{id}/Deny
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { changeStatus } from '../status-change.ts';
import { requireClassWithSeats } from '../store.ts';
import { buildTransitionChanges } from '../transition.ts';
import { denyStep } from './approval.ts';
import { denyRegistration } from './contract.ts';
import { loadActionDetails, presentDecision, requirePendingDecision } from './decision.ts';

export const handler = lambda(denyRegistration, async (context) => {
  const { tenant, caller, body, now, ifMatch } = context;
  const { before, approval } = await requirePendingDecision(context);
  const act = await loadActionDetails(tenant, caller, now, body.reason);
  const over = denyStep(approval, act);
  const within = await requireClassWithSeats(tenant, before);
  const after = changeStatus(before, 'Denied', act, { approval: over });
  const steps = [{ before, after }];
  const message = `Denied. ${before.memberName} is told why.`;
  return write(
    await buildTransitionChanges(tenant, { steps, classWithSeats: within, cause: 'Denied', ifMatch, now }),
    ok(presentDecision(after, over, message), { version: after.version }),
  );
});
