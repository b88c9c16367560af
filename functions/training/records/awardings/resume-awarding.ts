// POST /api/v1/Awardings/{id}/Resume
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { setTimer } from '../../../../shared/schedule/timers.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { continueRun, presentAwarding, replaceRun, requireAwarding } from './awarding.ts';
import { awardingTimer } from './continue-awarding.ts';
import { resumeAwarding } from './contract.ts';
import { skipPerson } from './decide-next.ts';

export const handler = lambda(resumeAwarding, async (context) => {
  const { params, body, tenant, now } = context;
  const [before] = await Promise.all([requireAwarding(tenant, params.id), requireActiveCaller(context)]);
  const run = continueRun(before.run, now);
  const { progress, changes } = body.skip
    ? await skipPerson(tenant, before)
    : { progress: before.progress, changes: [] };
  return write(
    [replaceRun(tenant, before.run, run), ...changes, setTimer(tenant, awardingTimer(run.id, now))],
    ok(presentAwarding({ run, progress })),
  );
});
