// POST /api/1.0/CapitolReport/schedule/{id}/revoke-links
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { changeSchedule } from './change-schedule.ts';
import { revokeReportLinks } from './contract.ts';
import { presentSchedule } from './schedule.ts';
import { lastRun, requireSchedule } from './store.ts';

export const handler = lambda(revokeReportLinks, async ({ params, tenant, ifMatch, ...context }) => {
  const [before, run] = await Promise.all([requireSchedule(tenant, params.id), lastRun(tenant, params.id)]);
  const change = { linkGeneration: before.linkGeneration + 1 };
  const { after, changes } = changeSchedule(tenant, before, change, context, ifMatch);
  return write(
    changes,
    successReply(
      presentSchedule(after, run, context.now),
      'The links that were mailed until now do not work any more.',
      { version: after.version },
    ),
  );
});
