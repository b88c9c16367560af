// PUT /api/v1/people/{id}/MailPreferences
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import type { Decision } from '../../../../shared/mail-consent/consent.ts';
import { saveConsent } from '../../../../shared/mail-consent/store.ts';
import { requirePerson } from '../write-person.ts';
import { updatePersonMailPreferences } from './contract.ts';
import { loadPreferences } from './load-preferences.ts';
import { presentMailPreferences } from './present.ts';

export const handler = lambda(updatePersonMailPreferences, async ({ tenant, params, body, now, ifMatch }) => {
  const person = await requirePerson(tenant, params.id);
  const [before, address] = await loadPreferences(tenant, person);
  const decision: Decision = { date: now.toISOString(), by: 'staff', note: body.note };
  const left = (body.left ?? []).map((listId) => [listId, before.left?.[listId] ?? decision] as const);
  const choices = {
    optedOut: body.optedOut ? (before.optedOut ?? decision) : undefined,
    left: left.length > 0 ? Object.fromEntries(left) : undefined,
    topicsOff: body.topicsOff?.length ? [...new Set(body.topicsOff)] : undefined,
    frequency: body.frequency ?? undefined,
  };
  return write(
    [saveConsent(tenant, before, choices, ifMatch)],
    ok(presentMailPreferences({ ...before, ...choices }, address), {
      ...{ version: before.version + 1, isComposed: true },
    }),
  );
});
