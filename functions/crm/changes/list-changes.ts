// GET /api/v1/Changes
import { changesAfter } from '../../../shared/data/change-feed.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listChanges } from './contract.ts';

export const handler = lambda(listChanges, async ({ tenant, query: { after, limit }, receivedAt }) => {
  const page = await changesAfter(tenant, after, limit, receivedAt);
  return ok({
    data: [...page.items],
    cursor: page.items.at(-1)?.id ?? after ?? null,
    hasMore: page.next !== undefined,
  });
});
