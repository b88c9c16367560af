// GET /api/v1/Broadcasts

import { broadcastSort, broadcastsByDate } from '../../../../shared/broadcasts/store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { presentCursorPage } from '../../lists/search.ts';
import { loadMentionedFields } from '../message-templates/custom-merge-fields.ts';
import { listBroadcasts } from './contract.ts';
import { presentBroadcastEntry } from './present.ts';

export const handler = lambda(listBroadcasts, async ({ tenant, query }) => {
  const listing = broadcastsByDate(tenant);
  const reply = await presentCursorPage(query, async (page) => {
    const { items, next } = await readCursorPage(listing.name, page, broadcastSort, (limit, to) =>
      tenant.queryAll(listing, { backward: true, limit, to }),
    );
    const fields = await loadMentionedFields(
      tenant,
      items.map(({ subject }) => subject),
    );
    return { data: items.map((item) => presentBroadcastEntry(item, tenant.code, fields)), next };
  });
  return ok(reply);
});
