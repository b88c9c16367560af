// GET /api/v1/Broadcasts/{id}/Recipients

import { queryRecipients, recipientSort } from '../../../../../shared/broadcasts/recipients.ts';
import { requireBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { peopleById } from '../../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../../shared/lists/cursor.ts';
import { presentCursorPage } from '../../../lists/search.ts';
import { listBroadcastRecipients } from './contract.ts';
import { presentRecipient } from './present.ts';

export const handler = lambda(listBroadcastRecipients, async ({ tenant, params, query }) => {
  const broadcast = await requireBroadcast(tenant, params.id);
  const reply = await presentCursorPage(query, async (page) => {
    const { items, next } = await readCursorPage(
      `recipients ${broadcast.id}`,
      page,
      recipientSort,
      async (limit, after) => (await queryRecipients(tenant, broadcast.id, limit, after)).items,
    );
    const shown = items
      .filter(({ status }) => query.status === undefined || status === query.status)
      .filter(({ clickedLinks }) => query.link === undefined || clickedLinks?.includes(query.link));
    const people = await peopleById(
      tenant,
      shown.map(({ personId }) => personId),
    );
    const data = shown.map((item, index) => presentRecipient(broadcast, item.personId, people[index], item));
    return { data, next };
  });
  return ok(reply);
});
