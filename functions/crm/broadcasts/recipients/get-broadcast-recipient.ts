// GET /api/v1/Broadcasts/{id}/Recipients/{personId}

import { recipientKey } from '../../../../shared/broadcasts/recipients.ts';
import { requireBroadcast } from '../../../../shared/broadcasts/store.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { isActivePerson, listEmails } from '../../../../shared/directory/person.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { findRefusal } from '../../../../shared/mail-consent/consent.ts';
import { loadAddress, loadConsent } from '../../../../shared/mail-consent/store.ts';
import { requirePerson } from '../../people/write-person.ts';
import { getBroadcastRecipient } from './contract.ts';
import { presentRecipient } from './present.ts';

export const handler = lambda(getBroadcastRecipient, async ({ tenant, settings, params, now }) => {
  const [broadcast, person] = await Promise.all([
    requireBroadcast(tenant, params.id),
    requirePerson(tenant, params.personId),
  ]);
  const email = listEmails(person)[0]?.value;
  const [recipient, consent, standing] = await Promise.all([
    tenant.get(recipientKey(tenant, broadcast.id, person.id), { consistent: true }),
    loadConsent(tenant, person.id),
    email === undefined ? undefined : loadAddress(tenant, email),
  ]);
  const isActive = isActivePerson(person, toLocalDate(settings.timeZone, now));
  const expected = findRefusal(
    {
      ...{ isActive, email, choices: [consent, standing ?? {}], standing: standing ?? {} },
      lastBroadcast: consent.lastBroadcast,
    },
    { listIds: broadcast.listIds, topicId: broadcast.topicId },
    now,
  );
  return ok(presentRecipient(broadcast, person.id, person, recipient, expected), { isComposed: true });
});
