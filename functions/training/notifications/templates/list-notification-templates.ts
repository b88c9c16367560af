// GET /api/v1/Settings/NotificationTemplates
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { pageFrom, placeInList } from '../../listing.ts';
import { everyKind } from '../notification-kinds.ts';
import { ownTemplates, presentTemplate } from '../template.ts';
import { listNotificationTemplates } from './contract.ts';

export const handler = lambda(listNotificationTemplates, async ({ query, tenant, url }) => {
  const { items } = await tenant.query(ownTemplates(tenant));
  const own = new Map(items.map((item) => [item.id, item]));
  return ok(
    pageFrom(everyKind, query).map((kind) => presentTemplate(kind, own.get(kind))),
    { headers: placeInList(url('/api/v1/Settings/NotificationTemplates'), query, everyKind.length) },
  );
});
