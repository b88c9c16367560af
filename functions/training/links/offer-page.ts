// What the page says on which a person answers the offer of a seat.
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import type { PageContent } from '../../../shared/pages/page.ts';
import { DECLINED } from '../registrations/answer-offer.ts';
import type { RegistrationItem } from '../registrations/record/registration.ts';
import { formatMoment } from '../time/format-moment.ts';
import type { OpenLink } from './open-link.ts';
import { type LinkedRegistration, renderRegistrationFacts } from './registration-facts.ts';

/** Whether the seat can still be accepted or declined. */
export const isAnswerable = ({ registration, item }: LinkedRegistration, now: Date): boolean =>
  registration.status === 'Offered' &&
  registration.offerExpiresAt !== undefined &&
  now < new Date(registration.offerExpiresAt) &&
  item?.isCancelled === false;

const accepted = ['Confirmed', 'PendingApproval', 'Attended', 'NoShow'];

/** What became of an offer that can be answered no longer. */
function describeClosedOffer(
  { status, history, sectionName }: RegistrationItem,
  isNew: boolean,
): Pick<PageContent, 'title' | 'text'> {
  const lapsed = {
    title: 'The offer has ended',
    text: 'The seat was not accepted in time and went to the next on the waitlist. You can register again while registration is open.',
  };
  if (accepted.includes(status))
    return {
      title: isNew ? 'You have a seat' : 'You have accepted this seat already',
      text:
        status === 'PendingApproval'
          ? 'The seat is held for you. The registration now needs approval; you will be notified of the decision.'
          : `Your registration for ${sectionName} is confirmed.`,
    };
  if (status === 'Cancelled' && history.at(-1)?.reason === DECLINED)
    return {
      title: isNew ? 'You have declined the seat' : 'You have declined this seat already',
      text: 'It goes to the next on the waitlist. You can register again while registration is open.',
    };
  if (status === 'Expired' || status === 'Offered') return lapsed;
  return {
    title: 'This offer no longer applies',
    text: `The registration is ${status.toLowerCase()} by now; nothing can be accepted or declined.`,
  };
}

/** What the page says when its form was sent without one of its answers. */
const unknownAnswer =
  'Nothing was changed: press one of the two buttons, to accept the seat or to decline it.';

/**
 * The content of the page.
 * @param isNew whether the answer was just given
 * @param isUnclear whether something else than an answer was sent
 */
export function describeOffer(
  { settings: { timeZone }, now }: OpenLink,
  linked: LinkedRegistration,
  { isNew = false, isUnclear = false }: { readonly isNew?: boolean; readonly isUnclear?: boolean } = {},
): PageContent {
  const { registration, item } = linked;
  const details = renderRegistrationFacts(linked, timeZone);
  if (!isAnswerable(linked, now)) {
    const closed = item?.isCancelled
      ? {
          title: 'This offer no longer applies',
          text: `${item.sectionName} is cancelled and will not take place.`,
        }
      : describeClosedOffer(registration, isNew);
    return { ...closed, details };
  }
  return {
    title: 'A seat is free for you',
    text: `It is held for you until ${formatMoment(registration.offerExpiresAt ?? '', item?.timeZone ?? timeZone)}. Nothing changes until you press a button.`,
    details,
    ...(isUnclear && { fields: `<p class="problem" role="alert">${escapeHtml(unknownAnswer)}</p>` }),
    buttons: [
      { text: 'Accept the seat', action: 'accept' },
      { text: 'Decline', action: 'decline', isQuiet: true },
    ],
  };
}
