// GET /api/v1/Notifications
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { listNotifications } from './contract.ts';
import { emptyInbox, inboxKey, loadPage, loadUnreadPage, presentNotification } from './inbox.ts';
import { requireOwnPersonId } from './recipient.ts';

export const handler = lambda(listNotifications, async ({ query, tenant, caller, url, now }) => {
  const personId = requireOwnPersonId(caller);
  const inbox = (await tenant.get(inboxKey(tenant, personId))) ?? emptyInbox;
  const load = query.unreadOnly ? loadUnreadPage : loadPage;
  const found = await load(tenant, personId, inbox, query);
  const total = query.unreadOnly ? inbox.unread : inbox.newest;
  return ok(
    await Promise.all(
      found.map((notification) => presentNotification(tenant, personId, notification, inbox, now)),
    ),
    {
      headers: {
        ...buildPageHeaders(url('/api/v1/Notifications'), query, total),
        'X-Unread-Count': String(inbox.unread),
      },
    },
  );
});
