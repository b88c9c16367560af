// GET /api/v1/AwardsRegistration/Pending
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { buildLinkHeader, loadMergedPage } from '../../listing/cursor-listing.ts';
import {
  awardRegistrationKey,
  pendingAwardRegistrations,
} from '../../records/training-record/certification.ts';
import { presentAwardRegistration } from './award-registration.ts';
import { listPendingAwardRegistrations } from './contract.ts';
import { pendingSort } from './store.ts';

export const handler = lambda(listPendingAwardRegistrations, async ({ query, tenant, url }) => {
  const { items, next } = await loadMergedPage(
    tenant,
    [pendingAwardRegistrations(tenant)],
    query,
    ({ createdDate, registrationId }) => pendingSort({ createdDate, id: registrationId }),
  );
  const registrations = await tenant.getMany(
    items.map(({ personId, awardId }) => awardRegistrationKey(tenant, personId, awardId)),
  );
  const pending = registrations.flatMap((registration) =>
    registration?.status === 'PendingApproval' ? [presentAwardRegistration(registration)] : [],
  );
  return ok(pending, { headers: buildLinkHeader(url('/api/v1/AwardsRegistration/Pending'), query, next) });
});
