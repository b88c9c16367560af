// GET /api/v1/Settings/NotificationTemplates
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { buildPageHeaders } from '../../listing/listing.ts';
import { notificationKindNames } from '../notification-kinds.ts';
import { presentTemplate, tenantTemplates } from '../template.ts';
import { listNotificationTemplates } from './contract.ts';

export const handler = lambda(listNotificationTemplates, async ({ query, tenant, url }) => {
  const { items } = await tenant.query(tenantTemplates(tenant));
  const own = new Map(items.map((item) => [item.id, item]));
  return ok(
    takePage(notificationKindNames, query).map((kind) => presentTemplate(kind, own.get(kind))),
    {
      headers: buildPageHeaders(
        url('/api/v1/Settings/NotificationTemplates'),
        query,
        notificationKindNames.length,
      ),
    },
  );
});
