// GET /api/v1/Broadcasts/{id}/Recipients
import { peopleById } from '../../../../shared/directory/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { cursorPageLimit, cutCursorPage, decodeCursor } from '../../../../shared/lists/cursor.ts';
import { splitCursor } from '../../search.ts';
import { requireBroadcast } from '../record/store.ts';
import { listBroadcastRecipients } from './contract.ts';
import { presentRecipient } from './present.ts';
import { queryRecipients, recipientSort } from './store.ts';

export const handler = lambda(listBroadcastRecipients, async ({ tenant, params, query }) => {
  const broadcast = await requireBroadcast(tenant, params.id);
  const listing = `recipients ${broadcast.id}`;
  const { page: pageIndex, inner } = splitCursor(query.cursor);
  const after = inner === undefined ? undefined : decodeCursor(listing, inner);
  const { pageSize, status } = query;
  const found = await queryRecipients(tenant, broadcast.id, cursorPageLimit(pageSize), after);
  const { items, next } = cutCursorPage(listing, found.items, { pageSize, after, sortOf: recipientSort });
  const shown = status === undefined ? items : items.filter((item) => item.status === status);
  const people = await peopleById(
    tenant,
    shown.map(({ personId }) => personId),
  );
  return ok({
    data: shown.map((item, index) => presentRecipient(broadcast, item.personId, people[index], item)),
    totalCount: pageIndex === 0 && next === undefined ? shown.length : null,
    ...{ pageIndex, pageSize, hasNextPage: next !== undefined },
    nextCursor: next === undefined ? null : `${pageIndex + 1}.${next}`,
  });
});
