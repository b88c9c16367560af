// PUT /api/1.0/CapitolReport/schedule/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { changeSchedule } from './change-schedule.ts';
import { updateReportSchedule } from './contract.ts';
import { applyScheduleChange } from './input.ts';
import { presentSchedule } from './schedule.ts';
import { lastRun, requireSchedule } from './store.ts';

export const handler = lambda(
  updateReportSchedule,
  async ({ params, body, tenant, settings, ifMatch, ...context }) => {
    const { now } = context;
    const [before, run] = await Promise.all([requireSchedule(tenant, params.id), lastRun(tenant, params.id)]);
    const content = await applyScheduleChange(before, body, { tenant, settings, now });
    const change = { ...content, sessionId: content.sessionId };
    const { after, changes } = changeSchedule(tenant, before, change, context, ifMatch);
    return write(
      changes,
      successReply(presentSchedule(after, run, now), 'The scheduled report was updated.', {
        version: after.version,
      }),
    );
  },
);
