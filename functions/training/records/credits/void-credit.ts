// POST /api/v1/Credits/{id}/Void

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { markCreditVoided, requireCredit } from '../granted-credits/store.ts';
import { voidRecord } from '../training-record/credit.ts';
import { voidCredit } from './contract.ts';
import { presentCredit } from './present.ts';

export const handler = lambda(voidCredit, async (context) => {
  const { params, body, tenant, settings, caller, now, ifMatch } = context;
  const [before] = await Promise.all([requireCredit(tenant, params.id), requireActiveCaller(context)]);
  const day = toLocalDate(settings.timeZone, now);
  const after = voidRecord(before, { by: caller.subject, reason: body.reason, day, now });
  return write(
    markCreditVoided(tenant, before, after, ifMatch),
    ok(presentCredit(after), { version: after.version }),
  );
});
