// GET /api/1.0/legislative/public-bills/rollcall/{id}/detail
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import type { VoteType } from '../bills/record/bill.ts';
import { rollCallById } from '../bills/record/store.ts';
import { getPublicRollCall } from './contract.ts';

const voteLabels = { yea: 'Yea', nay: 'Nay', nv: 'NV', abs: 'Absent' } as const satisfies Record<
  VoteType,
  string
>;

export const handler = lambda(getPublicRollCall, async ({ params, tenant }) => {
  const rollCall = await rollCallById(tenant, params.id);
  if (!rollCall) throw notFound('roll call', String(params.id));
  const byName = [...rollCall.votes].sort(
    (a, b) =>
      (a.lastName ?? a.name).localeCompare(b.lastName ?? b.name, 'en') || a.name.localeCompare(b.name, 'en'),
  );
  return ok({
    voteDetails: {
      yea: rollCall.yea,
      nay: rollCall.nay,
      nv: rollCall.notVoting,
      abs: rollCall.absent,
    },
    legislativeRollcallDetail: byName.map(({ name, firstName = '', lastName = '', voteType }) => ({
      name,
      firstName,
      lastName,
      voteType: voteLabels[voteType],
    })),
  });
});
