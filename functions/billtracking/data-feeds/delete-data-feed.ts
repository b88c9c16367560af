// DELETE /api/1.0/datafeed/{id}
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { deleteDataFeed } from './contract.ts';
import { auditFeed } from './present.ts';
import { buildRemovalRun } from './record/schedule-run.ts';
import { feedRuns, lastLog, removeFeed, requireFeed } from './record/store.ts';
import { assessChange } from './run/assess-change.ts';

export const handler = lambda(deleteDataFeed, async ({ params, tenant, ifMatch, ...context }) => {
  const [{ feed, run }, line] = await Promise.all([
    requireFeed(tenant, params.id),
    lastLog(tenant, params.id),
  ]);
  const real = new Date();
  const { mails } = await assessChange(tenant, { before: feed, after: undefined }, line, real);
  const change = { recordType: 'DataFeed', recordId: feed.id, before: auditFeed(feed) } as const;
  return write(
    [
      removeFeed(tenant, feed, ifMatch),
      feedRuns.put(tenant, run, buildRemovalRun(feed, context.newId(), real)),
      ...mails,
      auditRecordChange(tenant, change, context),
    ],
    noContent(),
  );
});
