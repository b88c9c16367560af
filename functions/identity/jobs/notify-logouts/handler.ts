// Sends logout notices as they appear, and ends what the end of a user's access has ended: sessions with their notices, and
// the grants of a user who was removed from a tenant.
import { randomUUID } from 'node:crypto';
import { openPlatformStore } from '../../../../shared/data/store.ts';
import type { RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { listChangedItems } from '../../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../../shared/platform/trigger.ts';
import { endGrants } from '../../connect/grants/end-grants.ts';
import { endSessionsOfSubject } from '../../sessions/end-session.ts';
import { noticeById } from '../../sessions/logout-notice.ts';
import { attemptMilliseconds, sendLogout } from '../../sessions/send-logout.ts';

export const handler = async (event: ChangeEventInput, context?: RemainingTime): Promise<void> => {
  const platform = openPlatformStore();
  for (const { tenant, partition } of listChangedItems(event)) {
    const [, kind, id] = /^(LOGOUT-NOTICE|SUBJECT)#(.+)$/.exec(partition) ?? [];
    if (id === undefined) continue;
    if (kind === 'SUBJECT') {
      const now = new Date();
      const isRemoved = await endSessionsOfSubject(platform, tenant, id, { now, newId: randomUUID });
      // Else they would work again for somebody who comes back to the tenant.
      if (isRemoved) await endGrants(platform, id, tenant.code, now);
      continue;
    }
    if (context && context.getRemainingTimeInMillis() < attemptMilliseconds) break;
    const notice = await noticeById(tenant, id);
    if (notice?.tries === 0) await sendLogout(platform, tenant, notice, new Date());
  }
};
