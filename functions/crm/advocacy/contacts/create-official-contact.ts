// POST /api/v1/advocacy/officials/{officialId}/contacts
import { ifAbsent } from '../../../../shared/data/changes.ts';
import { saveContact } from '../../../../shared/directory/officials/official-contact.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { requirePeople } from '../../people/require-people.ts';
import { requireOfficial } from '../officials/require-official.ts';
import { createOfficialContact } from './contract.ts';
import { buildContact, presentContact, readContact, validateContact } from './official-contact.ts';

export const handler = lambda(createOfficialContact, async ({ tenant, params, body, newId, now, url }) => {
  const input = readContact(body);
  const [official, people] = await Promise.all([
    requireOfficial(tenant, params.officialId),
    requirePeople(tenant, input.personIds, 'personIds'),
  ]);
  validateContact(official.id, input);
  const after = nextVersion('official-contact', newId(), buildContact(official.id, input), undefined, now);
  const path = `/api/v1/advocacy/officials/${official.id}/contacts/${after.id}`;
  return write(
    saveContact(tenant, { after }, { condition: ifAbsent, onConflict: 'retry' }),
    created(presentContact(after, [official, ...people]), url(path), { version: after.version }),
  );
});
