// GET /api/v1/people/{id}/MailPreferences
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { requirePerson } from '../write-person.ts';
import { getPersonMailPreferences } from './contract.ts';
import { loadPreferences } from './load-preferences.ts';
import { presentMailPreferences } from './present.ts';

export const handler = lambda(getPersonMailPreferences, async ({ tenant, params }) => {
  const person = await requirePerson(tenant, params.id);
  const [consent, address] = await loadPreferences(tenant, person);
  return ok(presentMailPreferences(consent, address), { version: consent.version, isComposed: true });
});
