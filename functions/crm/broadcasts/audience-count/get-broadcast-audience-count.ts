// GET /api/v1/Broadcasts/{id}/AudienceCount

import { findBroadcast, requireBroadcast } from '../../../../shared/broadcasts/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getBroadcastAudienceCount } from './contract.ts';
import { presentCount } from './present.ts';
import { findCount } from './store.ts';

export const handler = lambda(getBroadcastAudienceCount, async ({ tenant, params }) => {
  const [broadcast, count] = await Promise.all([
    requireBroadcast(tenant, params.id),
    findCount(tenant, params.id),
  ]);
  if (!count) throw notFound('count of the audience of the broadcast', params.id);
  const former = count.formerId === undefined ? undefined : await findBroadcast(tenant, count.formerId);
  return ok(presentCount(broadcast, count, former), { isComposed: true });
});
