// DELETE /api/v1/advocacy/officials/{officialId}/contacts/{contactId}
import { removeContact } from '../../../../shared/directory/officials/official-contact.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { deleteOfficialContact } from './contract.ts';
import { requireContact } from './official-contact.ts';

export const handler = lambda(deleteOfficialContact, async ({ tenant, params, ifMatch }) => {
  const contact = await requireContact(tenant, params);
  return write(removeContact(tenant, contact, ifUnchanged(contact.version, ifMatch)), noContent());
});
