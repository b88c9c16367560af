// GET /api/v1/advocacy/officials/{officialId}/contacts/{contactId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getOfficialContact } from './contract.ts';
import { loadContactPeople, presentContact, requireContact } from './official-contact.ts';

export const handler = lambda(getOfficialContact, async ({ tenant, params }) => {
  const contact = await requireContact(tenant, params);
  const people = await loadContactPeople(tenant, [contact]);
  return ok(presentContact(contact, people), { version: contact.version });
});
