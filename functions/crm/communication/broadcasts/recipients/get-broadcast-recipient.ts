// GET /api/v1/Broadcasts/{id}/Recipients/{personId}

import type { TenantItem } from '../../../../../shared/auth/accounts/records.ts';
import { listSources } from '../../../../../shared/broadcasts/audience.ts';
import { openAudiencePlaces, openExclusions } from '../../../../../shared/broadcasts/audience-places.ts';
import type { BroadcastItem, RecipientItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { recipientKey } from '../../../../../shared/broadcasts/recipients.ts';
import { requireBroadcast } from '../../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { isActivePerson, listEmails } from '../../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { findRefusal } from '../../../../../shared/mail-consent/consent.ts';
import { loadAddress, loadConsent } from '../../../../../shared/mail-consent/store.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { requirePerson } from '../../../people/write-person.ts';
import { getBroadcastRecipient } from './contract.ts';
import { type Expectation, isUndecided, presentRecipient } from './present.ts';

interface RecipientContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
}

/** What would happen to a person if the mail were due now, by the audience as it is now. */
async function expectOutcome(
  context: RecipientContext,
  broadcast: BroadcastItem,
  person: PersonItem,
  recipient: RecipientItem | undefined,
): Promise<Expectation> {
  const { tenant, settings, now } = context;
  const email = listEmails(person)[0]?.value;
  const [places, exclusions, consent, address] = await Promise.all([
    recipient
      ? [{ source: 0, listIds: recipient.listIds }]
      : openAudiencePlaces(context, listSources(broadcast)).then((find) => find([person])),
    // Who was collected is not excluded.
    openExclusions(context, recipient ? undefined : broadcast.excluded).then((exclude) => exclude([person])),
    loadConsent(tenant, person.id),
    email === undefined ? undefined : loadAddress(tenant, email),
  ]);
  const { source, listIds = [] } = places[0] ?? {};
  if (source === undefined) return { cause: { reason: 'not-in-audience' }, listIds };
  const exclusion = exclusions.get(person.id);
  if (exclusion) return { cause: exclusion, listIds };
  const cause = findRefusal(
    {
      isActive: isActivePerson(person, toLocalDate(settings.timeZone, now)),
      ...{ email, choices: [consent, address ?? {}], address: address ?? {} },
      lastBroadcast: consent.lastBroadcast,
    },
    { listIds, topicId: broadcast.topicId },
    now,
  );
  return { cause, listIds };
}

export const handler = lambda(getBroadcastRecipient, async (context) => {
  const { tenant, params } = context;
  const [broadcast, person] = await Promise.all([
    requireBroadcast(tenant, params.id),
    requirePerson(tenant, params.personId),
  ]);
  const recipient = await tenant.get(recipientKey(tenant, broadcast.id, person.id), { consistent: true });
  const expected = isUndecided(broadcast, recipient)
    ? await expectOutcome(context, broadcast, person, recipient)
    : undefined;
  return ok(presentRecipient(broadcast, person.id, person, recipient, expected), { isComposed: true });
});
