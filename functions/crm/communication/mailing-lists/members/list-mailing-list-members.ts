// GET /api/v1/MailingLists/{listId}/Members

import {
  countMembers,
  memberSort,
  queryMembers,
} from '../../../../../shared/directory/lists/mailing-list-members.ts';
import { displayName } from '../../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../../shared/lists/cursor.ts';
import { consentKey } from '../../../../../shared/mail-consent/store.ts';
import { presentCursorPage } from '../../../lists/search.ts';
import { listMailingListMembers } from './contract.ts';
import { requireStaticList } from './require-static-list.ts';

export const handler = lambda(listMailingListMembers, async ({ tenant, params, query }) => {
  const { id } = await requireStaticList(tenant, params.listId);
  const [totalCount, reply] = await Promise.all([
    countMembers(tenant, id),
    presentCursorPage(query, async (page) => {
      const { items, next } = await readCursorPage(
        `mailing-list ${id}`,
        page,
        memberSort,
        async (limit, after) => (await queryMembers(tenant, id, limit, after)).items,
      );
      const ids = items.map(({ personId }) => personId);
      const [people, consents] = await Promise.all([
        peopleById(tenant, ids),
        tenant.getMany(ids.map((personId) => consentKey(tenant, personId))),
      ]);
      const data = items.map(({ personId, addedDate }, index) => ({
        ...{ personId, addedDate },
        displayName: displayName(people[index] ?? {}),
        leftDate: consents[index]?.left?.[id]?.date ?? null,
      }));
      return { data, next };
    }),
  ]);
  return ok({ ...reply, totalCount });
});
