// What the page says on which an approver decides about a registration.
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import type { PageContent } from '../../../shared/pages/page.ts';
import { type Decider, mayDecide } from '../registrations/approval/approval.ts';
import type { PendingDecision } from '../registrations/approvals/decide.ts';
import type { ApprovalEvent, RegistrationItem } from '../registrations/record/registration.ts';
import { formatMoment } from '../time/format-moment.ts';
import { getActor, type OpenLink } from './open-link.ts';
import { type LinkedRegistration, renderRegistrationFacts } from './registration-facts.ts';

/** As whom a link decides: its person, in the roles that they hold now, and with no permission beyond the step. */
const toDecider = ({ account, person }: OpenLink): Decider => ({
  kind: 'user',
  personId: person.id,
  roles: account?.roles ?? [],
  permissions: new Set(),
});

/** The step that the link decides; undefined when it does not wait for its person, or no longer. */
export function findPendingDecision(
  link: OpenLink,
  { registration: before, item }: LinkedRegistration,
): PendingDecision | undefined {
  const { approval, status, memberId } = before;
  if (status !== 'PendingApproval' || approval?.events.length !== link.claims.bound) return undefined;
  if (!mayDecide(approval, memberId, toDecider(link))) return undefined;
  // Only a denial is left for a class that is over or cancelled, which the office does.
  return item?.isCancelled === false && link.now < new Date(item.endsAt) ? { before, approval } : undefined;
}

const decisions = { approved: 'approved', denied: 'denied' } as const;

/** What happened to the step since the link was made. */
function describeEvent(
  link: OpenLink,
  { action, at, by, byName }: ApprovalEvent,
): Pick<PageContent, 'title' | 'text'> {
  const when = formatMoment(at, link.settings.timeZone);
  if (action === 'approved' || action === 'denied') {
    const isOwn = by === getActor(link);
    return {
      title: isOwn ? `You have ${decisions[action]} this already` : 'This was decided already',
      text: `${isOwn ? 'You' : (byName ?? 'Somebody else')} ${decisions[action]} it on ${when}.`,
    };
  }
  return {
    title: 'This no longer waits for you',
    text:
      action === 'escalated'
        ? `Nobody decided in time, so it was given to somebody else on ${when}.`
        : `${byName ?? 'Somebody'} gave it to somebody else on ${when}.`,
  };
}

function describeClosedStep(
  link: OpenLink,
  { registration, item }: LinkedRegistration,
): Pick<PageContent, 'title' | 'text'> {
  const event = registration.approval?.events[link.claims.bound];
  if (event) return describeEvent(link, event);
  if (registration.status !== 'PendingApproval')
    return {
      title: 'This needs no decision any more',
      text: `The registration is ${registration.status.toLowerCase()} by now.`,
    };
  if (item?.isCancelled)
    return { title: 'This needs no decision any more', text: `${item.sectionName} is cancelled.` };
  if (item && link.now >= new Date(item.endsAt))
    return { title: 'This can be approved no longer', text: `${item.sectionName} is over.` };
  return {
    title: 'This does not wait for you',
    text: 'You no longer have the role in which you would decide. If you think you should, ask an administrator.',
  };
}

const renderReason = (problem: string | undefined, text: string): string =>
  `<label class="above" for="reason">Note or reason</label>
<p class="hint" id="hint">Needed to deny: the member is notified of it. With an approval it is stored as a note.</p>
${problem === undefined ? '' : `<p class="problem" id="problem" role="alert">${escapeHtml(problem)}</p>`}
<textarea id="reason" name="reason" maxlength="1000" dir="auto" aria-describedby="hint${problem === undefined ? '' : ' problem'}"${problem === undefined ? '' : ' aria-invalid="true"'}>
${escapeHtml(text)}</textarea>`;

const listApprovalFacts = ({ approval, organizationName, justification }: RegistrationItem) => {
  const step = approval?.steps[approval.current];
  return {
    first: [['Organization', organizationName]] as const,
    last: [
      ['Why', justification],
      [
        'Step',
        step &&
          `${step.name} (${(approval?.current ?? 0) + 1} of ${approval?.steps.length}, ${approval?.chainName})`,
      ],
    ] as const,
  };
};

/** The content of the page. @param sent the text that was sent, with what is wrong with it */
export function describeApproval(
  link: OpenLink,
  linked: LinkedRegistration,
  sent?: { readonly reason: string; readonly problem: string },
): PageContent {
  const { registration } = linked;
  const details = renderRegistrationFacts(linked, link.settings.timeZone, listApprovalFacts(registration));
  if (!findPendingDecision(link, linked)) return { ...describeClosedStep(link, linked), details };
  return {
    title: `${registration.memberName} asks for your decision`,
    text: 'Nothing is decided until you press a button.',
    details,
    fields: renderReason(sent?.problem, sent?.reason ?? ''),
    buttons: [
      { text: 'Approve', action: 'approve' },
      { text: 'Deny', action: 'deny', isQuiet: true },
    ],
  };
}
