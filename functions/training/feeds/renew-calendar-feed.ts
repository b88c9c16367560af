// POST /api/v1/People/{personId}/CalendarFeeds
import { randomBytes } from 'node:crypto';
import { assertMayActFor } from '../../../shared/auth/access/person-access.ts';
import { put } from '../../../shared/data/changes.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { requirePerson } from '../access/people-lookup.ts';
import { renewCalendarFeed } from './contract.ts';
import { buildFeed, buildFeedToken, feedKey } from './feed.ts';

/** 128 bits. */
const secretBytes = 16;

export const handler = lambda(renewCalendarFeed, async ({ params, body, tenant, caller, now, url }) => {
  const { personId } = params;
  assertMayActFor(caller, personId, 'training.registrations.write');
  await requirePerson(tenant, personId);
  const token = buildFeedToken(personId, body.kind, randomBytes(secretBytes).toString('hex'));
  const feed = buildFeed(personId, body.kind, token, now);
  return write(
    [put(feedKey(tenant, personId, body.kind), feed)],
    ok({
      kind: feed.kind,
      createdDate: feed.createdDate,
      url: url(`/api/v1/Feeds/${tenant.code}/${token}.ics`),
    }),
  );
});
