// POST /api/v1/People/{personId}/Completions/{id}/Void

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { voidRecord } from '../training-record/credit.ts';
import { voidCompletion } from './contract.ts';
import { presentCompletion } from './present.ts';
import { markCompletionVoided, requireCompletion } from './store.ts';

export const handler = lambda(voidCompletion, async (context) => {
  const { params, body, tenant, settings, caller, now, ifMatch } = context;
  const [before] = await Promise.all([
    requireCompletion(tenant, params.personId, params.id),
    requireActiveCaller(context),
  ]);
  const day = toLocalDate(settings.timeZone, now);
  const after = voidRecord(before, { by: caller.subject, reason: body.reason, day, now });
  return write(
    [markCompletionVoided(tenant, before, after, ifMatch)],
    ok(presentCompletion(after), { version: after.version }),
  );
});
