// POST /api/v1/registration/ClassRegistration/{id}/Delegate

import { displayName } from '../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { mayAct } from '../../access/acting-people.ts';
import { delegateStep, resolveDelegate } from '../approval/approval.ts';
import { buildApprovalChanges } from '../approval/pending-approvals.ts';
import { replaceRegistration, updateRegistration } from '../record/change-registration.ts';

import { delegateApproval } from './contract.ts';
import { buildActionDetails, presentDecision, requirePendingDecision } from './decision.ts';

export const handler = lambda(delegateApproval, async (context) => {
  const { tenant, caller, body, now, ifMatch } = context;
  const pending = await requirePendingDecision(context);
  const { before, approval } = pending;
  const [person] = await peopleById(tenant, [body.to]);
  const name = person ? displayName(person) : body.to;
  const to = resolveDelegate(
    approval,
    before.memberId,
    body.to,
    person && { name, isActive: mayAct(person, toLocalDate(context.settings.timeZone, now)) },
  );
  const next = delegateStep(approval, to, buildActionDetails(caller, pending, now, body.reason));
  const after = updateRegistration(before, { approval: next }, now);
  return write(
    [
      replaceRegistration(tenant, before, after, ifMatch),
      ...buildApprovalChanges(tenant, before, after, now),
    ],
    ok(presentDecision(after, next, `Delegated. ${name} is asked to decide.`), { version: after.version }),
  );
});
