// GET /api/v1/people/{id}/MailPreferences
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadConsent } from '../../../../shared/mail-consent/store.ts';
import { requirePerson } from '../write-person.ts';
import { getPersonMailPreferences } from './contract.ts';
import { presentMailPreferences } from './present.ts';

export const handler = lambda(getPersonMailPreferences, async ({ tenant, params }) => {
  const { id } = await requirePerson(tenant, params.id);
  const consent = await loadConsent(tenant, id);
  return ok(presentMailPreferences(consent), { version: consent.version });
});
