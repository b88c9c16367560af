// GET /api/v1/Broadcasts/{id}/AudienceCount

import { findBroadcast, requireBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { peopleInList } from '../../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { getBroadcastAudienceCount } from './contract.ts';
import { presentCount, presentSample } from './present.ts';
import { findCount } from './store.ts';

export const handler = lambda(getBroadcastAudienceCount, async (context) => {
  const { tenant, caller, params } = context;
  const [broadcast, count] = await Promise.all([
    requireBroadcast(tenant, params.id),
    findCount(tenant, params.id),
  ]);
  if (!count) throw notFound('count of the audience of the broadcast', params.id);
  const sample = caller.permissions.has('crm.people.read') ? (count.counts?.sample ?? null) : null;
  const [former, people] = await Promise.all([
    count.formerId === undefined ? undefined : findBroadcast(tenant, count.formerId),
    peopleInList(tenant, sample?.map(({ personId }) => personId) ?? []),
  ]);
  const presented = sample && presentSample(sample, people, context);
  return ok(presentCount(broadcast, count, former, presented), { isComposed: true });
});
