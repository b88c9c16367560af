// GET /api/v1/Broadcasts
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { cursorPageLimit, cutCursorPage, decodeCursor } from '../../../shared/lists/cursor.ts';
import { splitCursor } from '../search.ts';
import { listBroadcasts } from './contract.ts';
import { presentBroadcastEntry } from './present.ts';
import { broadcastSort, broadcastsByDate } from './record/store.ts';

export const handler = lambda(listBroadcasts, async ({ tenant, query }) => {
  const listing = broadcastsByDate(tenant);
  const { page: pageIndex, inner } = splitCursor(query.cursor);
  const after = inner === undefined ? undefined : decodeCursor(listing.name, inner);
  const { pageSize } = query;
  const found = await tenant.query(listing, {
    ...{ backward: true, limit: cursorPageLimit(pageSize) },
    ...(after !== undefined && { to: after }),
  });
  const { items, next } = cutCursorPage(listing.name, found.items, {
    ...{ pageSize, after, sortOf: broadcastSort },
  });
  return ok({
    data: items.map((item) => presentBroadcastEntry(item, tenant.code)),
    totalCount: pageIndex === 0 && next === undefined ? items.length : null,
    ...{ pageIndex, pageSize, hasNextPage: next !== undefined },
    nextCursor: next === undefined ? null : `${pageIndex + 1}.${next}`,
  });
});
