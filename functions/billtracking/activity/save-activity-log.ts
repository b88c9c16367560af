// POST /api/1.0/activity/log/save
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { successReply } from '../envelopes.ts';
import { saveActivityLog } from './contract.ts';
import { parseActivity } from './line.ts';
import { insertActivities } from './store.ts';

export const handler = lambda(saveActivityLog, async ({ body, tenant, caller, now, newId }) => {
  const activity = parseActivity(body, caller.kind === 'anonymous' ? undefined : caller.subject);
  return write(
    await insertActivities(tenant, [activity], now, newId),
    successReply(true as const, 'The line was saved in the activity log.'),
  );
});
