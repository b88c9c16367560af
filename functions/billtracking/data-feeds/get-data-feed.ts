// GET /api/1.0/datafeed/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { successReply } from '../envelopes.ts';
import { getDataFeed } from './contract.ts';
import { presentFeed } from './present.ts';
import { loadExpectation } from './reading/expectations.ts';
import { lastLog, requireFeed } from './record/store.ts';

export const handler = lambda(getDataFeed, async ({ params, tenant }) => {
  const [{ feed, run }, line] = await Promise.all([
    requireFeed(tenant, params.id),
    lastLog(tenant, params.id),
  ]);
  const expected = await loadExpectation(tenant, feed, new Date());
  return successReply(presentFeed(feed, run, line, expected), 'The data feed.', { version: feed.version });
});
