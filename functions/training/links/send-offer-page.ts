// POST /api/v1/Links/Offer/{tenantCode}/{token}

import { write } from '../../../shared/http/reply.ts';
import { renderPage, unknownLinkPage } from '../../../shared/pages/page.ts';
import { pageLambda } from '../../../shared/pages/page-lambda.ts';
import { acceptOfferedSeat, declineOfferedSeat } from '../registrations/answer-offer.ts';
import { sendOfferPage } from './contract.ts';
import { describeOffer, isAnswerable } from './offer-page.ts';
import { getActor, openLink, renderClosedLink, renderLinkPage } from './open-link.ts';
import { isOwnRegistration, loadLinkedRegistration } from './registration-facts.ts';

const answers: ReadonlyMap<string, typeof acceptOfferedSeat> = new Map([
  ['accept', acceptOfferedSeat],
  ['decline', declineOfferedSeat],
]);

export const handler = pageLambda(sendOfferPage, async (request) => {
  const state = await openLink('offer', request);
  if (state.kind !== 'open') return renderClosedLink(state);
  const { link } = state;
  const linked = await loadLinkedRegistration(link);
  if (!linked || !isOwnRegistration(link, linked)) return renderPage(unknownLinkPage);
  const answer = answers.get(request.body.action ?? '');
  if (!answer || !isAnswerable(linked, link.now))
    return renderLinkPage(link, describeOffer(link, linked, { isUnclear: !answer }));
  const { tenant, now, settings } = link;
  const { after, changes } = await answer({ tenant, timeZone: settings.timeZone }, linked.registration, {
    by: getActor(link),
    at: now,
  });
  return write(
    changes,
    renderLinkPage(link, describeOffer(link, { ...linked, registration: after }, { isNew: true })),
  );
});
