// GET /api/1.0/Feeds/{tenantCode}/{token}.ics
import { tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { subscriptionById } from '../../../../shared/subscriptions/store.ts';
import {
  matchesTokenHash,
  parseSubscriptionId,
  type SubscriptionItem,
} from '../../../../shared/subscriptions/subscription.ts';
import { formatLocalTime } from '../../../../shared/time/local-time.ts';
import { getCalendarFeed } from './contract.ts';
import { loadFeedBills } from './feed-bills.ts';
import { loadFeedEvents } from './feed-events.ts';

/** The same error for an unknown tenant, an unknown token, a rotated address and a deleted subscription. */
const feedNotFound = (): Failure =>
  new Failure('RESOURCE_NOT_FOUND', 'There is no calendar feed at this address.');

/** @param now the tenant's clock */
async function buildFeed(
  tenant: TenantStore,
  subscription: SubscriptionItem,
  now: Date,
  timeZone: string,
): Promise<string> {
  const { id, name, what, status, modifiedDate } = subscription;
  const host = `${tenant.code}.rostrum`;
  // The calendar library and the time zone rules are loaded only when a feed is written.
  const { buildCalendarFile, buildPausedCalendarFile } = await import('./calendar-file.ts');
  if (status === 'paused') return buildPausedCalendarFile(name, host, id, new Date(modifiedDate));
  const today = formatLocalTime(now.toISOString(), timeZone).slice(0, 10);
  const [events, bills] = await Promise.all([
    what.events || what.keyDates ? loadFeedEvents(tenant, subscription, today) : [],
    loadFeedBills(tenant, subscription, today),
  ]);
  return buildCalendarFile(name, host, events, bills, what.keyDateReminders?.daysBefore);
}

export const handler = lambda(getCalendarFeed, async ({ params, platform, receivedAt }) => {
  const token = params.feed.toLowerCase().replace(/\.ics$/, '');
  const id = parseSubscriptionId(token);
  const owner = id === undefined ? undefined : await tenantByCode(platform, params.tenantCode);
  if (id === undefined || !owner) throw feedNotFound();
  const { tenant, settings } = owner;
  const subscription = await subscriptionById(tenant, id);
  if (subscription?.feedHash === undefined || !matchesTokenHash(subscription.feedHash, token))
    throw feedNotFound();
  return ok(await buildFeed(tenant, subscription, tenantTime(settings, receivedAt), settings.timeZone), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="calendar.ics"',
    },
  });
});
