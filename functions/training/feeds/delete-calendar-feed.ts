// DELETE /api/v1/People/{personId}/CalendarFeeds/{kind}
import { assertMayActFor } from '../../../shared/auth/access/person-access.ts';
import { remove } from '../../../shared/data/changes.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { requirePerson } from '../access/people-lookup.ts';
import { deleteCalendarFeed } from './contract.ts';
import { feedKey } from './feed.ts';

export const handler = lambda(deleteCalendarFeed, async ({ params, tenant, caller }) => {
  assertMayActFor(caller, params.personId, 'training.registrations.write');
  await requirePerson(tenant, params.personId);
  return write([remove(feedKey(tenant, params.personId, params.kind))], noContent());
});
