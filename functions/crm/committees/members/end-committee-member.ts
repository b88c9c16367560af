// POST /api/v1/committee/{committeeId}/members/{membershipId}/End

import { lambda } from '../../../../shared/http/lambda.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { endCommitteeMember } from './contract.ts';
import { todayOf } from './seats.ts';
import { changeMember } from './write-member.ts';

export const handler = lambda(endCommitteeMember, (context) => {
  const { body, params } = context;
  const { reason, fillBy } = body;
  const input = { endDate: body.endDate ?? todayOf(context), endReason: reason };
  const opened = omitUndefined({ reason: reason ?? undefined, fillBy: fillBy ?? undefined });
  return changeMember(context, params, input, body.opensVacancy ? opened : undefined);
});
