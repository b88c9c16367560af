// POST /api/v1/Notifications/ReadAll
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { markAllNotificationsRead } from './contract.ts';
import { emptyInbox, inboxKey, markAllRead } from './inbox.ts';
import { requireOwnPersonId } from './recipient.ts';

export const handler = lambda(markAllNotificationsRead, async ({ tenant, caller, now }) => {
  const personId = requireOwnPersonId(caller);
  const inbox = (await tenant.get(inboxKey(tenant, personId), { consistent: true })) ?? emptyInbox;
  return write(markAllRead(tenant, personId, inbox, now), ok({ read: inbox.unread }));
});
