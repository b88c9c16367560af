// GET /api/v1/Awards/{id}/Registrations
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { buildLinkHeader } from '../../listing/cursor-listing.ts';
import { awardById } from '../record/award-record.ts';
import { presentAwardRegistration } from './award-registration.ts';
import { listAwardRegistrations } from './contract.ts';
import { listAwardRegistrationsPage } from './list-by-award.ts';

export const handler = lambda(listAwardRegistrations, async ({ params, query, tenant, url }) => {
  const [award, { items, next }] = await Promise.all([
    awardById(tenant, params.id),
    listAwardRegistrationsPage(tenant, params.id, query),
  ]);
  if (!award) throw notFound('award', params.id);
  return ok(items.map(presentAwardRegistration), {
    headers: buildLinkHeader(url(`/api/v1/Awards/${params.id}/Registrations`), query, next),
  });
});
