// GET /api/v1/Feeds/{tenantCode}/{feed}
import { tenantByCode } from '../../../shared/auth/tenant-by-code.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { tenantTime } from '../../../shared/schedule/tenant-clock.ts';
import { getClassFeed } from './contract.ts';
import { feedKey, hasToken, parseFeedToken } from './feed.ts';
import { loadCatalogueClasses, loadRegisteredClasses, loadTaughtClasses } from './load-classes.ts';

/** The same error for an unknown tenant, an unknown or renewed address, and a person who is gone. */
const feedNotFound = (): Failure =>
  new Failure('RESOURCE_NOT_FOUND', 'There is no calendar feed at this address.');

/** The name of a calendar, with its classes. */
async function loadFeed(tenant: TenantStore, associationName: string, token: string, now: Date) {
  if (token === 'catalogue')
    return { name: `${associationName}: classes`, classes: await loadCatalogueClasses(tenant, now) };
  const parsed = parseFeedToken(token);
  const feed = parsed && (await tenant.get(feedKey(tenant, parsed.personId, parsed.kind)));
  if (!parsed || !hasToken(feed, token)) throw feedNotFound();
  return parsed.kind === 'Teaching'
    ? {
        name: `${associationName}: classes I teach`,
        classes: await loadTaughtClasses(tenant, parsed.personId, now),
      }
    : {
        name: `${associationName}: my classes`,
        classes: await loadRegisteredClasses(tenant, parsed.personId, now),
      };
}

export const handler = lambda(getClassFeed, async ({ params, platform, receivedAt }) => {
  const token = params.feed.toLowerCase().replace(/\.ics$/, '');
  const owner = await tenantByCode(platform, params.tenantCode);
  if (!owner) throw feedNotFound();
  const { tenant, settings } = owner;
  const { name, classes } = await loadFeed(tenant, settings.name, token, tenantTime(settings, receivedAt));
  // The calendar library and the time zone rules are loaded only when a feed is written.
  const { buildClassCalendar } = await import('./class-calendar.ts');
  return ok(buildClassCalendar(name, `${tenant.code}.rostrum`, classes), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'inline; filename="classes.ics"',
    },
  });
});
