// Makes the reminders of a key date be planned again when the date is set, moves or is removed.
import { tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import { commit } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import type { SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { setSubscriptionTimer } from '../../../../../shared/subscriptions/timers.ts';
import { eventById } from '../../record/store.ts';

/** The fields that decide when reminders are due. */
const plannedFields = ['startDate', 'status', 'keyDate', 'stateId'];
const TIMERS_PER_TRANSACTION = 90;

const mayMoveReminders = ({ type, data }: ChangeEvent): boolean =>
  type === 'calendar-event.created' ||
  (type === 'calendar-event.updated' && data.fields.some((field) => plannedFields.includes(field)));

/**
 * Makes the timers of subscriptions due that remind of key dates of the event's state. Doing it again does no harm: what was
 * sent is not sent again. Two reads, and one transaction for each 90 subscriptions.
 * @param now real time
 */
export async function wakeReminders(
  tenant: TenantStore,
  change: ChangeEvent,
  listening: readonly SubscriptionItem[],
  now: Date,
): Promise<void> {
  const reminded = listening.filter(({ what }) => what.keyDateReminders !== undefined);
  if (reminded.length === 0 || !mayMoveReminders(change)) return;
  const { fields } = change.data;
  const event = await eventById(tenant, change.subject, { consistent: true });
  if (!event || (event.keyDate === undefined && !fields.includes('keyDate'))) return;
  const hasMovedState = change.type.endsWith('.updated') && fields.includes('stateId');
  const concerned = reminded.filter(
    ({ filter: { stateIds } }) => hasMovedState || stateIds.length === 0 || stateIds.includes(event.stateId),
  );
  const settings = concerned.length > 0 ? await tenant.get(tenantKey(tenant)) : undefined;
  const dueAt = settings ? tenantTime(settings, now) : now;
  for (let start = 0; start < concerned.length; start += TIMERS_PER_TRANSACTION)
    await commit(
      concerned
        .slice(start, start + TIMERS_PER_TRANSACTION)
        .map(({ id }) => setSubscriptionTimer(tenant, 'event-reminder', id, dueAt)),
    );
}
