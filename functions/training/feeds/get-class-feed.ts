// GET /api/v1/Feeds/{tenantCode}/{feed}
import { tenantByCode } from '../../../shared/auth/access/tenant-by-code.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { followMerges } from '../../../shared/merges/follow-merges.ts';
import { findRemainingIds } from '../../../shared/merges/former-ids.ts';
import { tenantTime } from '../../../shared/schedule/tenant-clock.ts';
import { getClassFeed } from './contract.ts';
import { feedKey, hasToken, parseFeedToken } from './feed.ts';
import { loadCatalogueClasses, loadRegisteredClasses, loadTaughtClasses } from './load-classes.ts';

/** The same error for an unknown tenant, an unknown or renewed address, and a person who is gone. */
const feedNotFound = (): Failure =>
  new Failure('RESOURCE_NOT_FOUND', 'There is no calendar feed at this address.');

/**
 * Whose calendar an address is: that of the person in it, or of the one who remains after a merge. Other addresses cost one read.
 * @throws Failure 404
 */
async function findOwner(
  tenant: TenantStore,
  { personId, kind }: NonNullable<ReturnType<typeof parseFeedToken>>,
  token: string,
): Promise<string> {
  const read = (id: string) => tenant.get(feedKey(tenant, id, kind));
  const isOwn = hasToken(await read(personId), token);
  if (isOwn && !tenant.openMerges?.some(({ from }) => from === personId)) return personId;
  const remaining = (await findRemainingIds(tenant, [personId])).get(personId) ?? personId;
  if (!isOwn && !hasToken(await read(remaining), token)) throw feedNotFound();
  return remaining;
}

/** The name of a calendar, with its classes. */
async function loadFeed(tenant: TenantStore, associationName: string, token: string, now: Date) {
  if (token === 'catalogue')
    return { name: `${associationName}: classes`, classes: await loadCatalogueClasses(tenant, now) };
  const parsed = parseFeedToken(token);
  if (!parsed) throw feedNotFound();
  const personId = await findOwner(tenant, parsed, token);
  return parsed.kind === 'Teaching'
    ? {
        name: `${associationName}: classes I teach`,
        classes: await loadTaughtClasses(tenant, personId, now),
      }
    : {
        name: `${associationName}: my classes`,
        classes: await loadRegisteredClasses(tenant, personId, now),
      };
}

export const handler = lambda(getClassFeed, async ({ params, platform, receivedAt }) => {
  const token = params.feed.toLowerCase().replace(/\.ics$/, '');
  const owner = await tenantByCode(platform, params.tenantCode);
  if (!owner) throw feedNotFound();
  const { settings } = owner;
  const tenant = followMerges(owner.tenant);
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
