// POST /api/v1/Links/Approval/{tenantCode}/{token}
import { displayName } from '../../../shared/directory/people/person.ts';
import { write } from '../../../shared/http/reply.ts';
import { normalizeFormText } from '../../../shared/pages/form-text.ts';
import { renderPage, unknownLinkPage } from '../../../shared/pages/page.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { approvePending, denyPending } from '../registrations/approvals/decide.ts';
import { describeApproval, findPendingDecision } from './approval-page.ts';
import { sendApprovalPage } from './contract.ts';
import { getActor, openLink, renderClosedLink, renderLinkPage } from './open-link.ts';
import { loadLinkedRegistration } from './registration-facts.ts';

/** As with the endpoints of a decision. */
const MAX_REASON = 1000;

const isAction = (action: string | undefined): action is 'approve' | 'deny' =>
  action === 'approve' || action === 'deny';

const unknownAction = 'Nothing was decided: press one of the two buttons, to approve or to deny.';

function findProblem(action: 'approve' | 'deny', reason: string): string | undefined {
  if (action === 'deny' && reason === '') return 'To deny, write a reason: the member is notified of it.';
  return reason.length > MAX_REASON
    ? `The text has ${reason.length} characters; it may have ${MAX_REASON} at most.`
    : undefined;
}

export const handler = pageLambda(sendApprovalPage, async (request) => {
  const state = await openLink('approval', request);
  if (state.kind !== 'open') return renderClosedLink(state);
  const { link } = state;
  const linked = await loadLinkedRegistration(link);
  if (!linked) return renderPage(unknownLinkPage);
  const { action } = request.body;
  const pending = findPendingDecision(link, linked);
  if (!pending) return renderLinkPage(link, describeApproval(link, linked));
  const reason = normalizeFormText(request.body.reason ?? '');
  if (!isAction(action))
    return renderLinkPage(link, describeApproval(link, linked, { reason, problem: unknownAction }));
  const problem = findProblem(action, reason);
  if (problem !== undefined) return renderLinkPage(link, describeApproval(link, linked, { reason, problem }));
  const { tenant, now, settings, person } = link;
  const details = { by: getActor(link), byName: displayName(person), at: now, reason: reason || undefined };
  const decide = action === 'approve' ? approvePending : denyPending;
  const decided = await decide({ tenant, timeZone: settings.timeZone, now }, pending, details);
  const { details: facts } = describeApproval(link, { ...linked, registration: decided.after });
  return write(
    decided.changes,
    renderLinkPage(link, {
      title: 'Thank you: your decision is recorded',
      text: decided.message,
      details: facts ?? '',
    }),
  );
});
