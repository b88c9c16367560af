// PUT /api/1.0/datafeed/{id}
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { successReply } from '../envelopes.ts';
import { updateDataFeed } from './contract.ts';
import { applyFeedUpdate } from './input.ts';
import { auditFeed, presentFeed } from './present.ts';
import { loadExpectation } from './reading/expectations.ts';
import type { FeedItem } from './record/feed.ts';
import { sealFeedKey } from './record/key.ts';
import { buildWaitingRun, reschedule } from './record/schedule-run.ts';
import { lastLog, requireFeed, updateFeed } from './record/store.ts';
import { assessChange } from './run/assess-change.ts';

export const handler = lambda(
  updateDataFeed,
  async ({ params, body, tenant, settings, ifMatch, ...context }) => {
    const { now, newId } = context;
    const [{ feed: before, run }, line] = await Promise.all([
      requireFeed(tenant, params.id),
      lastLog(tenant, params.id),
    ]);
    const moment = now.toISOString();
    const changed: FeedItem = {
      ...before,
      ...applyFeedUpdate(before, body, settings.timeZone),
      ...(body.key != null && {
        sealedKey: await sealFeedKey(tenant, before.id, body.key),
        keySetDate: moment,
      }),
      ...{ version: before.version + 1, modifiedDate: moment },
    };
    const [runId, real] = [newId(), new Date()];
    const { health, mails } = await assessChange(tenant, { before, after: changed }, line, real);
    const feed: FeedItem = health ? { ...changed, health } : changed;
    const expected = await loadExpectation(tenant, feed, real);
    const isRunning = run !== undefined && run.task !== 'wait';
    const nextRun = isRunning ? run : feed.isPaused ? undefined : buildWaitingRun(feed, runId, real);
    const record = { recordType: 'DataFeed', recordId: feed.id } as const;
    return write(
      [
        updateFeed(tenant, before, feed, ifMatch),
        ...reschedule(tenant, feed, run, runId, real),
        ...mails,
        auditRecordChange(tenant, { ...record, before: auditFeed(before), after: auditFeed(feed) }, context),
      ],
      successReply(presentFeed(feed, nextRun, line, expected), 'The data feed was updated.', {
        version: feed.version,
      }),
    );
  },
);
