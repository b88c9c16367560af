// POST /api/v1/MailPreferences/{tenantCode}/{token}
import { addMembers } from '../../../../../shared/directory/lists/mailing-list-members.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { type Choices, type Decision, frequencies } from '../../../../../shared/mail-consent/consent.ts';
import { getBrand } from '../../../../../shared/pages/brand.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { saveMailPreferences } from './contract.ts';
import { leave, noteUnsubscription, saveChoices } from './decide.ts';
import { findRecipient } from './find-recipient.ts';
import { loadOffer } from './load-offer.ts';
import { describePreferences, mayBeOn, type Offer } from './preferences-page.ts';
import { listsToLeave } from './unsubscription.ts';

type Form = Readonly<Record<string, string>>;

/** The lists of the page that are shown as chosen. */
const listChosen = (offer: Offer, choices: Choices): readonly string[] =>
  offer.lists.filter((list) => mayBeOn(list, offer) && !choices.left?.[list.id]).map(({ id }) => id);

/** Whether a form clears all lists, of which some were chosen: that is meant as the link to unsubscribe is. */
const clearsLists = (form: Form, offer: Offer, former: Choices): boolean =>
  listChosen(offer, former).length > 0 && offer.lists.every(({ id }) => form[`list-${id}`] === undefined);

/**
 * The choices that a form makes of the former ones. What the page does not offer stays as it was, and nobody leaves a list by not
 * joining it.
 */
const choose =
  (form: Form, offer: Offer, decision: Decision) =>
  (former: Choices): Choices => {
    const { lists, topics } = offer;
    const offered = new Set(lists.map(({ id }) => id));
    const unwanted = lists.filter(
      (list) =>
        form[`list-${list.id}`] === undefined &&
        (mayBeOn(list, offer) || former.left?.[list.id] !== undefined),
    );
    const elsewhere = Object.entries(former.left ?? {}).filter(([id]) => !offered.has(id));
    const known = new Set(topics.map(({ id }) => id));
    const refused = topics.filter(({ id }) => form[`topic-${id}`] === undefined).map(({ id }) => id);
    return {
      optedOut: form.nothing === undefined ? undefined : (former.optedOut ?? decision),
      left: {
        ...Object.fromEntries(elsewhere),
        ...Object.fromEntries(unwanted.map(({ id }) => [id, former.left?.[id] ?? decision])),
      },
      topicsOff: [...(former.topicsOff ?? []).filter((id) => !known.has(id)), ...refused],
      frequency: frequencies.find((each) => each === form.frequency) ?? former.frequency,
    };
  };

export const handler = pageLambda(saveMailPreferences, async ({ params, body, platform, receivedAt }) => {
  const found = await findRecipient(platform, params.tenantCode, params.token, 'preferences');
  if (!found) return renderPage(unknownLinkPage);
  const { tenant, settings, personId, consent, broadcast } = found;
  const offer = await loadOffer(found);
  const now = tenantTime(settings, receivedAt);
  const date = now.toISOString();
  const decision = { date, by: 'page', broadcastId: broadcast.id } as const;
  const decideEach = choose(body, offer, decision);
  const isCleared = clearsLists(body, offer, consent);
  const leaveAll = leave(listsToLeave(found), decision);
  const decide = (former: Choices): Choices =>
    isCleared ? leaveAll(decideEach(former)) : decideEach(former);
  const joined = offer.lists.filter(
    ({ id, kind }) => kind === 'static' && body[`list-${id}`] !== undefined && !offer.memberOf.has(id),
  );
  const after = decide(consent);
  const memberOf = new Set([...offer.memberOf, ...joined.map(({ id }) => id)]);
  return write(
    [
      ...saveChoices(found, decide),
      ...joined.flatMap(({ id }) => addMembers(tenant, id, [personId], now)),
      ...((after.optedOut && !consent.optedOut) || isCleared ? noteUnsubscription(found, date) : []),
    ],
    renderPage(describePreferences(after, { ...offer, memberOf }, true), getBrand(settings)),
  );
});
