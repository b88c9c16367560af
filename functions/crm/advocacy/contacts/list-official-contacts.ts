// GET /api/v1/advocacy/officials/{officialId}/contacts
import { contactSort, contactsByOfficial } from '../../../../shared/directory/officials/official-contact.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { presentCursorPage } from '../../lists/search.ts';
import { requirePerson } from '../../people/write-person.ts';
import { listOfficialContacts } from './contract.ts';
import { loadContactPeople, presentContact } from './official-contact.ts';

export const handler = lambda(listOfficialContacts, async ({ tenant, params, query }) => {
  const { id } = await requirePerson(tenant, params.officialId);
  const listing = contactsByOfficial(tenant, id);
  const reply = await presentCursorPage(query, async (page) => {
    const { items, next } = await readCursorPage(listing.name, page, contactSort, (limit, to) =>
      tenant.queryAll(listing, { backward: true, limit, to }),
    );
    const people = items.length === 0 ? [] : await loadContactPeople(tenant, items);
    return { data: items.map((contact) => presentContact(contact, people)), next };
  });
  return ok(reply);
});
