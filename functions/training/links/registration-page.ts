// What the page says on which a person sees their registration.
import type { PageContent } from '../../../shared/pages/page.ts';
import type { RegistrationStatus } from '../registrations/record/registration.ts';
import { formatMoment } from '../time/format-moment.ts';
import type { OpenLink } from './open-link.ts';
import { type LinkedRegistration, renderRegistrationFacts } from './registration-facts.ts';

const titles = {
  Confirmed: 'You have a seat',
  PendingApproval: 'Waiting for approval',
  Waitlisted: 'You are on the waitlist',
  Offered: 'A seat is offered to you',
  Attended: 'You have taken part',
  NoShow: 'You were marked as absent',
  Denied: 'Not approved',
  Cancelled: 'Cancelled',
  Expired: 'Ended',
  Transferred: 'Transferred',
} as const satisfies Record<RegistrationStatus, string>;

function describeStatus(
  { registration, item }: LinkedRegistration,
  position: number | undefined,
  timeZone: string,
): string {
  const { status, approval, offerExpiresAt, history, evaluationHold } = registration;
  if (item?.isCancelled) return `${item.sectionName} is cancelled and will not take place.`;
  switch (status) {
    case 'Confirmed':
      return 'Your registration is confirmed. If you can no longer take part, please cancel early so that somebody else can have the seat.';
    case 'PendingApproval':
      return `Its current step is ${approval?.steps[approval.current]?.name ?? 'an approval'}. You will be notified of the decision.`;
    case 'Waitlisted':
      return `${position === undefined ? '' : `Your position is ${position}. `}You will be notified when it is your turn; until then you have no seat.`;
    case 'Offered':
      return `It is held until ${formatMoment(offerExpiresAt ?? '', timeZone)}. Use the link in the notification of the offer to accept or decline it.`;
    case 'Attended':
      return evaluationHold
        ? `Your credits are granted once you have answered the evaluation, until ${formatMoment(evaluationHold.answerBy, timeZone)}.`
        : 'Your credits are on your transcript.';
    default:
      return history.at(-1)?.reason ?? 'If you have questions, please ask us.';
  }
}

/** The content of the page. @param position on the waitlist */
export function describeRegistration(
  { settings }: OpenLink,
  linked: LinkedRegistration,
  position: number | undefined,
): PageContent {
  const zone = linked.item?.timeZone ?? settings.timeZone;
  return {
    title: titles[linked.registration.status],
    text: describeStatus(linked, position, zone),
    details: renderRegistrationFacts(linked, settings.timeZone, {
      last: [
        ['Join online', linked.registration.status === 'Confirmed' ? linked.item?.onlineUrl : undefined],
      ],
    }),
  };
}
