// DELETE /api/1.0/datafeed/{id}
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { deleteDataFeed } from './contract.ts';
import { auditFeed } from './present.ts';
import { buildRemovalRun } from './record/schedule-run.ts';
import { feedRuns, removeFeed, requireFeed } from './record/store.ts';

export const handler = lambda(deleteDataFeed, async ({ params, tenant, ifMatch, ...context }) => {
  const { feed, run } = await requireFeed(tenant, params.id);
  const change = { recordType: 'DataFeed', recordId: feed.id, before: auditFeed(feed) } as const;
  return write(
    [
      removeFeed(tenant, feed, ifMatch),
      feedRuns.put(tenant, run, buildRemovalRun(feed, context.newId(), new Date())),
      auditRecordChange(tenant, change, context),
    ],
    noContent(),
  );
});
