// Sends the logout notices that are due again, tenant by tenant.
import { openPlatformStore } from '../../../../shared/data/store.ts';
import { serveDueTenants } from '../../../../shared/platform/due-tenants.ts';
import { createTimeCheck, type RemainingTime } from '../../../../shared/platform/remaining-time.ts';
import { dueNoticesKind, listDueNotices } from '../../sessions/logout-notice.ts';
import { attemptMilliseconds, sendLogout } from '../../sessions/send-logout.ts';

export const handler = async (_event?: unknown, context?: RemainingTime): Promise<void> => {
  const platform = openPlatformStore();
  await serveDueTenants({
    job: 'sweep-logouts',
    kinds: [dueNoticesKind],
    now: new Date(),
    hasTime: createTimeCheck(context, attemptMilliseconds),
    serve: async (tenant, { hasTime }) => {
      for (const notice of await listDueNotices(tenant, new Date())) {
        if (!hasTime()) return true;
        await sendLogout(platform, tenant, notice, new Date());
      }
      return false;
    },
  });
};
