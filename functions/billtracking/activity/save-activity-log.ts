// POST /api/1.0/activity/log/save
import type { Caller } from '../../../shared/auth/access/access.ts';
import { permissionDenied } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { successReply } from '../envelopes.ts';
import { saveActivityLog } from './contract.ts';
import { parseActivity } from './line.ts';
import { insertActivities } from './store.ts';

/** Whether an id names the caller: as subject, as person or by sign-in name. */
const isCaller = (userId: string, caller: Caller): boolean =>
  caller.kind !== 'anonymous' &&
  [caller.subject, caller.personId, caller.name].some(
    (own) => own !== undefined && own.toLowerCase() === userId.toLowerCase(),
  );

export const handler = lambda(saveActivityLog, async ({ body, tenant, caller, now, receivedAt, newId }) => {
  const latest = new Date(Math.max(now.getTime(), receivedAt.getTime()));
  const activity = parseActivity(body, caller.kind === 'anonymous' ? undefined : caller.subject, latest);
  if (!isCaller(body.userId, caller) && !caller.permissions.has('billtracking.activity.write-for-others'))
    throw permissionDenied('billtracking.activity.write-for-others');
  return write(
    await insertActivities(tenant, [activity], now, newId),
    successReply(true as const, 'The line was saved in the activity log.'),
  );
});
