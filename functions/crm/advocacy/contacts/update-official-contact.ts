// PUT /api/v1/advocacy/officials/{officialId}/contacts/{contactId}
import { saveContact } from '../../../../shared/directory/officials/official-contact.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { requirePeople } from '../../people/require-people.ts';
import { requireOfficial } from '../officials/require-official.ts';
import { updateOfficialContact } from './contract.ts';
import {
  buildContact,
  presentContact,
  readContact,
  requireContact,
  validateContact,
} from './official-contact.ts';

export const handler = lambda(updateOfficialContact, async ({ tenant, params, body, now, ifMatch }) => {
  const input = readContact(body);
  const before = await requireContact(tenant, params);
  const [official, people] = await Promise.all([
    requireOfficial(tenant, params.officialId),
    requirePeople(tenant, input.personIds, 'personIds'),
  ]);
  validateContact(official.id, input);
  const after = nextVersion('official-contact', before.id, buildContact(official.id, input), before, now);
  return write(
    saveContact(tenant, { before, after }, ifUnchanged(before.version, ifMatch)),
    ok(presentContact(after, [official, ...people]), { version: after.version }),
  );
});
