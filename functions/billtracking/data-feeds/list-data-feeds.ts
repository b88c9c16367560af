// GET /api/1.0/datafeed
import { lambda } from '../../../shared/http/lambda.ts';
import { successReply } from '../envelopes.ts';
import { listDataFeeds } from './contract.ts';
import { presentFeed } from './present.ts';
import { loadExpectations } from './reading/expectations.ts';
import { lastLog, listFeeds, runsOfFeeds } from './record/store.ts';

export const handler = lambda(listDataFeeds, async ({ tenant }) => {
  const feeds = await listFeeds(tenant);
  const [expected, runs, lines] = await Promise.all([
    loadExpectations(tenant, feeds, new Date()),
    runsOfFeeds(tenant, feeds),
    Promise.all(feeds.map(({ id }) => lastLog(tenant, id))),
  ]);
  return successReply(
    feeds.map((feed, index) =>
      presentFeed(feed, runs[index], lines[index], expected.get(feed.id) ?? { sessions: [] }),
    ),
    `${feeds.length} data feeds`,
  );
});
