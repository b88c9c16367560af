// GET /api/v1/People/{personId}/Registrations

import { assertMayActFor } from '../../../shared/auth/person-access.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { buildPageHeaders } from '../listing.ts';
import { requirePerson } from '../people-lookup.ts';
import { loadPersonPage } from '../registrations/list-registrations.ts';
import { presentRegistration } from '../registrations/present.ts';
import { listPersonRegistrations } from './contract.ts';

export const handler = lambda(
  listPersonRegistrations,
  async ({ params: { personId: id }, query, tenant, caller, url }) => {
    assertMayActFor(caller, id, 'training.people.read');
    const [, { registrations, total }] = await Promise.all([
      requirePerson(tenant, id),
      loadPersonPage(tenant, id, { ...query, sortDirection: 'desc' }),
    ]);
    return ok(
      registrations.map((registration) => presentRegistration(registration)),
      { headers: buildPageHeaders(url(`/api/v1/People/${id}/Registrations`), query, total) },
    );
  },
);
