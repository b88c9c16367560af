// GET /api/v1/People/{personId}/CalendarFeeds
import { assertMayActFor } from '../../../shared/auth/access/person-access.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { pick } from '../../../shared/values/pick.ts';
import { requirePerson } from '../access/people-lookup.ts';
import { listCalendarFeeds } from './contract.ts';
import { feedKey, feedKinds } from './feed.ts';

export const handler = lambda(listCalendarFeeds, async ({ params, tenant, caller }) => {
  assertMayActFor(caller, params.personId, 'training.registrations.write');
  const [, feeds] = await Promise.all([
    requirePerson(tenant, params.personId),
    tenant.getMany(feedKinds.map((kind) => feedKey(tenant, params.personId, kind))),
  ]);
  return ok(feeds.flatMap((feed) => (feed ? [pick(feed, ['kind', 'createdDate'])] : [])));
});
