// GET /api/v1/People/GetPeopleKeyContacts/{date}
import { listKeyContacts as loadKeyContacts } from '../../../../shared/directory/people/key-contacts.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listKeyContacts } from './contract.ts';

export const handler = lambda(listKeyContacts, async ({ tenant, params }) => {
  const contacts = await loadKeyContacts(tenant, params.date);
  return ok(
    contacts.map(({ id, name, organizationId = null, organizationName = null, title = null }) => ({
      ...{ id, name, organizationId, organizationName, title },
    })),
  );
});
