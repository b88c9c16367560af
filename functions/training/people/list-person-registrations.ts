// GET /api/v1/People/{personId}/Registrations

import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { requirePerson } from '../access/people-lookup.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { loadPersonPage } from '../registrations/list-registrations.ts';
import { presentRegistrations } from '../registrations/presentation/present-with-facts.ts';
import { listPersonRegistrations } from './contract.ts';
import { assertMayReadTraining } from './managers/access.ts';

export const handler = lambda(
  listPersonRegistrations,
  async ({ params: { personId: id }, query, tenant, caller, settings, now, url }) => {
    await assertMayReadTraining({ tenant, caller, settings, now }, id, 'training.people.read');
    const [, { registrations, total }] = await Promise.all([
      requirePerson(tenant, id),
      loadPersonPage(tenant, id, { ...query, sortDirection: 'desc' }),
    ]);
    return ok(await presentRegistrations(tenant, registrations), {
      headers: buildPageHeaders(url(`/api/v1/People/${id}/Registrations`), query, total),
    });
  },
);
