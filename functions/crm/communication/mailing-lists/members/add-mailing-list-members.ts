// POST /api/v1/MailingLists/{listId}/Members

import {
  addMembers,
  countMembers,
  findMembers,
} from '../../../../../shared/directory/lists/mailing-list-members.ts';
import { peopleById } from '../../../../../shared/directory/people/person-store.ts';
import { throwIfInvalid } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../../shared/http/reply.ts';
import { consentKey } from '../../../../../shared/mail-consent/store.ts';
import { describeUnknownPeople } from '../../../people/unknown-person.ts';
import { addMailingListMembers } from './contract.ts';
import { requireStaticList } from './require-static-list.ts';

export const handler = lambda(addMailingListMembers, async ({ tenant, params, body, now }) => {
  const { id } = await requireStaticList(tenant, params.listId);
  const personIds = [...new Set(body.personIds)];
  const [people, members, consents, size] = await Promise.all([
    peopleById(tenant, personIds),
    findMembers(tenant, id, personIds),
    tenant.getMany(personIds.map((personId) => consentKey(tenant, personId))),
    countMembers(tenant, id),
  ]);
  const unknown = personIds.flatMap((personId, index) =>
    people[index] ? [] : [{ id: personId, target: `personIds[${body.personIds.indexOf(personId)}]` }],
  );
  throwIfInvalid(await describeUnknownPeople(tenant, unknown));
  const added = personIds.filter((_, index) => !members[index]);
  return write(
    addMembers(tenant, id, added, now),
    ok({
      added: added.length,
      alreadyMembers: personIds.length - added.length,
      left: personIds.filter((_, index) => consents[index]?.left?.[id]),
      totalCount: size + added.length,
    }),
  );
});
