// POST /api/1.0/datafeed/{id}/run
import { lambda } from '../../../shared/http/lambda.ts';
import { reply as replyWith, write } from '../../../shared/http/reply.ts';
import { runDataFeed } from './contract.ts';
import { presentFeed } from './present.ts';
import { loadExpectation } from './reading/expectations.ts';
import { buildRequestedRun } from './record/schedule-run.ts';
import { feedRuns, lastLog, putLog, requireFeed } from './record/store.ts';

export const handler = lambda(runDataFeed, async ({ params, tenant, newId }) => {
  const [{ feed, run }, line] = await Promise.all([
    requireFeed(tenant, params.id),
    lastLog(tenant, params.id),
  ]);
  const reply = (data: ReturnType<typeof presentFeed>, message: string) =>
    replyWith(202, { data, success: true as const, message }, { version: feed.version });
  const now = new Date();
  const expected = await loadExpectation(tenant, feed, now);
  if (run?.task === 'read')
    return write([], reply(presentFeed(feed, run, line, expected), 'A run of the data feed is under way.'));
  const { requested, logLine } = buildRequestedRun(feed, line, newId, now);
  return write(
    [feedRuns.put(tenant, run, requested), putLog(tenant, logLine, now)],
    reply(
      presentFeed(feed, requested, { ...logLine, type: 'data-feed-log', ttl: 0 }, expected),
      'The data feed is read.',
    ),
  );
});
