// Gives the demo tenants their own words, and some people what they were told and how they wish to be told.
import { addNotification, emptyInbox, inboxKey } from '../../functions/training/notifications/inbox.ts';
import { notificationKindNames } from '../../functions/training/notifications/notification-kinds.ts';
import { applyPreferencesInput, preferencesKey } from '../../functions/training/notifications/preferences.ts';
import { applyTemplateInput, templateKey } from '../../functions/training/notifications/template.ts';
import { type Change, commit, ifAbsent, put, StaleRead } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { recordId } from '../../shared/directory/record-id.ts';
import { demoNotifications } from './demo-notifications.ts';

const day = 24 * 60 * 60 * 1000;

/** Commits a change of something that must not be there yet; what is there stays. */
const unlessThere = (change: Change): Promise<void> =>
  commit([change]).catch((error: unknown) => {
    if (!(error instanceof StaleRead)) throw error;
  });

/** Seeds a tenant's notifications, if there are some for it, and returns the number that examples name. */
export async function seedNotifications(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const demo = demoNotifications[tenant.code];
  if (demo === undefined) return {};
  const personId = (key: string): string => recordId(tenant.code, 'person:demo', key);
  const absent = { condition: ifAbsent, otherwise: 'decide again' } as const;
  for (const kind of notificationKindNames) {
    const words = demo.templates[kind];
    if (words)
      await unlessThere(
        put(templateKey(tenant, kind), applyTemplateInput(kind, undefined, words, now), absent),
      );
  }
  for (const [key, wishes] of Object.entries(demo.preferences))
    await unlessThere(
      put(preferencesKey(tenant, personId(key)), applyPreferencesInput(undefined, wishes, now), absent),
    );
  for (const [key, told] of Object.entries(demo.told))
    for (const [at, one] of told.entries()) {
      const inbox = (await tenant.get(inboxKey(tenant, personId(key)), { consistent: true })) ?? emptyInbox;
      if (inbox.newest > at) continue;
      const { kind, message, daysAgo } = one;
      const link = { type: one.link.type, id: recordId(tenant.code, `${one.link.type}:demo`, one.link.key) };
      const createdDate = new Date(now.getTime() - daysAgo * day).toISOString();
      await commit(addNotification(tenant, personId(key), inbox, { kind, message, link, createdDate }));
    }
  return { notificationId: '1' };
}
