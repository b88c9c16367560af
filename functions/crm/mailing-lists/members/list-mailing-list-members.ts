// GET /api/v1/MailingLists/{listId}/Members

import { countMembers, memberSort, queryMembers } from '../../../../shared/directory/mailing-list-members.ts';
import { displayName } from '../../../../shared/directory/person.ts';
import { peopleById } from '../../../../shared/directory/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { cursorPageLimit, cutCursorPage, decodeCursor } from '../../../../shared/lists/cursor.ts';
import { consentKey } from '../../../../shared/mail-consent/store.ts';
import { splitCursor } from '../../search.ts';
import { listMailingListMembers } from './contract.ts';
import { requireStaticList } from './require-static-list.ts';

export const handler = lambda(listMailingListMembers, async ({ tenant, params, query }) => {
  const { id } = await requireStaticList(tenant, params.listId);
  const listing = `mailing-list ${id}`;
  const { page: pageIndex, inner } = splitCursor(query.cursor);
  const after = inner === undefined ? undefined : decodeCursor(listing, inner);
  const { pageSize } = query;
  const [found, totalCount] = await Promise.all([
    queryMembers(tenant, id, cursorPageLimit(pageSize), after),
    countMembers(tenant, id),
  ]);
  const { items, next } = cutCursorPage(listing, found.items, { pageSize, after, sortOf: memberSort });
  const ids = items.map(({ personId }) => personId);
  const [people, consents] = await Promise.all([
    peopleById(tenant, ids),
    tenant.getMany(ids.map((personId) => consentKey(tenant, personId))),
  ]);
  return ok({
    data: items.map(({ personId, addedDate }, index) => ({
      ...{ personId, addedDate },
      displayName: displayName(people[index] ?? {}),
      leftDate: consents[index]?.left?.[id]?.date ?? null,
    })),
    ...{ totalCount, pageIndex, pageSize },
    hasNextPage: next !== undefined,
    nextCursor: next === undefined ? null : `${pageIndex + 1}.${next}`,
  });
});
