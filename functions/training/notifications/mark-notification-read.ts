// POST /api/v1/Notifications/{id}/Read
import { readGroups } from '../../../shared/auth/accounts/read-groups.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { markNotificationRead } from './contract.ts';
import { emptyInbox, inboxKey, isRead, markRead, notificationKey, presentNotification } from './inbox.ts';
import { requireOwnPersonId } from './recipient.ts';

export const handler = lambda(markNotificationRead, async ({ params, tenant, caller, now }) => {
  const personId = requireOwnPersonId(caller);
  const [[inbox = emptyInbox], [notification]] = await readGroups(
    [inboxKey(tenant, personId)],
    [notificationKey(tenant, personId, Number(params.id))],
  );
  if (!notification) throw notFound('notification', params.id);
  const after = isRead(notification, inbox) ? notification : { ...notification, readDate: now.toISOString() };
  return write(
    markRead(tenant, personId, inbox, notification, now),
    ok(await presentNotification(tenant, personId, after, inbox, now)),
  );
});
