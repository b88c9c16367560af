// GET /api/v1/Changes
import { changesAfter } from '../../../shared/change-feed/feed.ts';
import {
  assertMayFollow,
  isOfTopics,
  mayReadChange,
  parseTopics,
} from '../../../shared/change-feed/topics.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listChanges } from './contract.ts';

export const handler = lambda(listChanges, async ({ tenant, caller, query, receivedAt }) => {
  const { after, limit } = query;
  const topics = parseTopics(query.topics);
  assertMayFollow(topics, caller.permissions);
  const page = await changesAfter(tenant, after, limit, receivedAt);
  return ok({
    data: page.items.filter((event) => isOfTopics(event, topics) && mayReadChange(event, caller.permissions)),
    // The last change that was read, not the last that is shown: the next page goes on behind it.
    cursor: page.items.at(-1)?.id ?? after ?? null,
    hasMore: page.next !== undefined,
  });
});
