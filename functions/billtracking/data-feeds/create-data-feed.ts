// POST /api/1.0/datafeed
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { createDataFeed } from './contract.ts';
import { parseFeed } from './input.ts';
import { auditFeed, presentFeed } from './present.ts';
import { loadExpectation } from './reading/expectations.ts';
import { type FeedItem, MAX_FEEDS } from './record/feed.ts';
import { sealFeedKey } from './record/key.ts';
import { buildWaitingRun } from './record/schedule-run.ts';
import { feedRuns, insertFeed, listFeeds } from './record/store.ts';

export const handler = lambda(createDataFeed, async ({ body, tenant, settings, url, ...context }) => {
  const { now, newId } = context;
  const content = parseFeed(body, settings.timeZone);
  if ((await listFeeds(tenant)).length >= MAX_FEEDS)
    throw conflict(`There are ${MAX_FEEDS} data feeds, the most that a tenant may have: delete one first.`);
  const [id, moment] = [newId(), now.toISOString()];
  const feed: FeedItem = {
    ...content,
    ...{ type: 'data-feed', id, version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
    ...{ sealedKey: await sealFeedKey(tenant, id, body.key), keySetDate: moment },
  };
  const run = feed.isPaused ? undefined : buildWaitingRun(feed, newId(), new Date());
  const data = presentFeed(feed, run, undefined, await loadExpectation(tenant, feed, new Date()));
  return write(
    [
      insertFeed(tenant, feed),
      ...(run ? [feedRuns.put(tenant, undefined, run)] : []),
      auditRecordChange(tenant, { recordType: 'DataFeed', recordId: id, after: auditFeed(feed) }, context),
    ],
    created(
      { data, success: true as const, message: 'The data feed was created.' },
      url(`/api/1.0/datafeed/${id}`),
      {
        version: 1,
      },
    ),
  );
});
