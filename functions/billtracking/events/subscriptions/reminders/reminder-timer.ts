// Reminds a subscriber of key dates when its timer is due, and sets it for the next one. What is sent, how far it came and the
// end of the timer are one transaction, so each reminder is sent once.
import { tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import { type Change, put } from '../../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../../shared/data/store.ts';
import { recordId } from '../../../../../shared/directory/record/record-id.ts';
import { areaUrl } from '../../../../../shared/http/area-url.ts';
import { putMail } from '../../../../../shared/mail/outbox.ts';
import type { TimerRule } from '../../../../../shared/schedule/run-due-timers.ts';
import { buildDelivery } from '../../../../../shared/subscriptions/delivery.ts';
import {
  findSubjectQueue,
  putDelivery,
  putSubjectQueue,
  subscriptionPartition,
} from '../../../../../shared/subscriptions/delivery-store.ts';
import { notifyPushChannel } from '../../../../../shared/subscriptions/progress.ts';
import { subscriptionById } from '../../../../../shared/subscriptions/store.ts';
import { enqueueChange } from '../../../../../shared/subscriptions/subject-queue.ts';
import type { ChannelType, SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';
import { setSubscriptionTimer } from '../../../../../shared/subscriptions/timers.ts';
import { addDays } from '../../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { rowsById } from '../../../bills/record/store.ts';
import { showAuthorName } from '../../../caller.ts';
import { loadKeyDates } from '../../list-earlier-key-dates.ts';
import { eventsById } from '../../record/store.ts';
import { isRemindable, removeKeyDateEntries, type StateKeyDates } from '../../record/upcoming-key-dates.ts';
import { buildNotice } from '../deliveries/notice.ts';
import { buildUnsubscribeLink } from '../links/unsubscribe-link.ts';
import { findDueReminders, type Reminder } from './due-reminders.ts';
import { buildReminderMail } from './reminder-mail.ts';
import { buildReminderMessage, type RemindedEvent } from './reminder-message.ts';

/** How far the reminders of a subscription came. */
interface ReminderProgress {
  readonly type: 'event-reminders';
  readonly upTo: string;
}

const progressKey = (tenant: TenantStore, subscriptionId: string): Key<ReminderProgress> =>
  tenant.key(subscriptionPartition(subscriptionId), 'REMINDERS');

/**
 * How many reminders one transaction sends. A push subscription has one item for its notices, and the feed tells each
 * version of it.
 */
const maxPerRun: Readonly<Record<ChannelType, number>> = { webhook: 40, mail: 80, push: 1, calendar: 0 };

const DEFAULT_HOUR = 7;

/** The state of one run of the rule. */
interface ReminderContext {
  readonly tenant: TenantStore;
  readonly associationName: string;
  readonly now: Date;
  /** Real time, for deliveries and the outbox. */
  readonly real: Date;
  readonly newId: () => string;
}

/** The events of reminders as they are now; without those that moved or were removed meanwhile. */
async function loadRemindedEvents(
  tenant: TenantStore,
  reminders: readonly Reminder[],
  today: string,
): Promise<readonly RemindedEvent[]> {
  const events = await eventsById(
    tenant,
    reminders.map(({ entry }) => entry.id),
    { consistent: true },
  );
  const bills = await rowsById(tenant, [...new Set(events.flatMap(({ billIds }) => billIds))]);
  return reminders.flatMap(({ entry, daysBefore }) => {
    const event = events.find(({ id }) => id === entry.id);
    if (!event || !isRemindable(event) || event.startDate !== entry.date) return [];
    const agenda = bills.filter(({ id }) => event.billIds.includes(id));
    return [{ event, bills: agenda, daysBefore, today }];
  });
}

const deliveryId = (
  { tenant, real }: ReminderContext,
  { id }: SubscriptionItem,
  { event, daysBefore }: RemindedEvent,
): string =>
  // Begins with its time, as the ids of changes do, because deliveries are sorted by id.
  `${String(real.getTime()).padStart(13, '0')}-reminder-${recordId(
    tenant.code,
    'key-date-reminder',
    `${id} ${event.id} ${event.startDate} ${daysBefore}`,
  )}`;

/** The reminders as messages, each in the queue of its event, behind what is still to be told of it. */
async function sendMessages(
  context: ReminderContext,
  subscription: SubscriptionItem,
  reminded: readonly RemindedEvent[],
): Promise<Change[]> {
  const { tenant, real } = context;
  const { id: subscriptionId, channel } = subscription;
  const built = await Promise.all(
    reminded.map(async (each) => {
      const name = { subscriptionId, subject: `calendar-event#${each.event.id}`, channel: channel.type };
      const before = await findSubjectQueue(tenant, name);
      const message = buildReminderMessage(subscriptionId, each, real);
      const delivery = buildDelivery({ ...name, id: deliveryId(context, subscription, each) }, message, real);
      const queued = { id: delivery.id, type: message.type, fields: [], at: real.toISOString() };
      return [
        putDelivery(tenant, delivery),
        putSubjectQueue(tenant, before, enqueueChange(before, name, queued, real)),
        ...(channel.type === 'push' ? [notifyPushChannel(tenant, delivery, buildNotice(message), real)] : []),
      ];
    }),
  );
  return built.flat();
}

/** The reminders in one mail. */
function sendMail(
  context: ReminderContext,
  subscription: SubscriptionItem,
  reminded: readonly RemindedEvent[],
): Change[] {
  const { tenant, real, newId, associationName } = context;
  const { id, name, channel, createdBy } = subscription;
  const [first] = reminded;
  if (channel.type !== 'mail' || !first) return [];
  const url = (path: string): string => areaUrl('billtracking', path);
  const link = buildUnsubscribeLink({ tenant, newId, url }, { id, email: channel.email }, real);
  const mail = buildReminderMail(
    { name, associationName, createdBy: showAuthorName(createdBy), unsubscribeUrl: link.url },
    reminded,
  );
  const message = {
    type: 'subscription.reminder',
    timestamp: real.toISOString(),
    data: { subscriptionId: id, subject: mail.subject, eventIds: reminded.map(({ event }) => event.id) },
  };
  const sentId = deliveryId(context, subscription, first);
  return [
    link.change,
    putMail(
      tenant,
      recordId(tenant.code, 'reminder-mail', sentId),
      { to: channel.email, ...mail, headers: link.headers },
      real,
    ),
    putDelivery(
      tenant,
      buildDelivery({ id: sentId, subscriptionId: id, channel: 'mail', subject: 'reminder' }, message, real),
    ),
  ];
}

/** When a subscriber is reminded: at the hour of its digests, or at seven by the clock of the tenant. */
const findClock = ({ channel }: SubscriptionItem, timeZone: string) =>
  channel.type === 'mail'
    ? { hour: channel.digest.hour ?? DEFAULT_HOUR, timeZone: channel.digest.timeZone }
    : { hour: DEFAULT_HOUR, timeZone };

const toUtcDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Takes what is over from the lists, some at a time and late enough for every time zone. */
function buildCleanup(tenant: TenantStore, states: readonly StateKeyDates[], now: Date): Change[] {
  const lastDay = addDays(toUtcDay(now), -2);
  const over = states.flatMap(({ stateId, entries }) => {
    const past = entries.filter(({ date }) => date < lastDay).slice(0, 40);
    return past.length > 0 ? [removeKeyDateEntries(tenant, stateId, past)] : [];
  });
  return over.slice(0, 10);
}

/** Since when a subscription has its reminders. */
const findSince = ({ listensSince, remindersSince = '' }: SubscriptionItem): string =>
  remindersSince > listensSince ? remindersSince : listensSince;

/** @param real real time */
export const reminderTimerRule =
  (real: Date): TimerRule =>
  async (tenant, { subject: id }, now, newId) => {
    const subscription = await subscriptionById(tenant, id, { consistent: true });
    const reminders = subscription?.what.keyDateReminders;
    if (subscription?.status !== 'active' || !reminders || subscription.channel.type === 'calendar')
      return [];
    const [settings, progress, states] = await Promise.all([
      tenant.get(tenantKey(tenant)),
      tenant.get(progressKey(tenant, id), { consistent: true }),
      loadKeyDates(tenant, addDays(toUtcDay(now), -1)),
    ]);
    const { stateIds } = subscription.filter;
    const covered = states.filter(({ stateId }) => stateIds.length === 0 || stateIds.includes(stateId));
    const clock = findClock(subscription, settings?.timeZone ?? 'UTC');
    const { due, next, settled } = findDueReminders(
      covered.flatMap(({ entries }) => entries),
      {
        ...{ daysBefore: reminders.daysBefore, ...clock },
        ...{ since: findSince(subscription), upTo: progress?.upTo ?? '' },
      },
      now,
    );
    const sent = due.slice(0, maxPerRun[subscription.channel.type]);
    const context = { tenant, associationName: settings?.name ?? '', now, real, newId };
    const today = toLocalDate(clock.timeZone, now);
    const reminded = await loadRemindedEvents(tenant, sent, today);
    const hasMore = sent.length < due.length;
    const upTo = hasMore ? (sent.at(-1)?.position ?? settled) : settled;
    const nextAt = hasMore ? now : next;
    return [
      ...(subscription.channel.type === 'mail'
        ? sendMail(context, subscription, reminded)
        : await sendMessages(context, subscription, reminded)),
      put(progressKey(tenant, id), { type: 'event-reminders', upTo }),
      ...buildCleanup(tenant, states, now),
      ...(nextAt ? [setSubscriptionTimer(tenant, 'event-reminder', id, nextAt)] : []),
    ];
  };
