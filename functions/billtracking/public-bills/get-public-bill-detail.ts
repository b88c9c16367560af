// GET /api/1.0/legislative/public-bills/{id}/detail
import { createPicturePresenter } from '../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadBillPeople, presentBillDetail, presentUnknownBill } from '../bills/detail/present.ts';
import { hideAssignedPeople } from '../bills/hide-assigned-people.ts';
import { billById } from '../bills/record/store.ts';
import { loadBillSettings } from '../bills/settings/store.ts';
import { getPublicBillDetail } from './contract.ts';

export const handler = lambda(getPublicBillDetail, async ({ params, tenant, caller, receivedAt }) => {
  const [found, settings] = await Promise.all([billById(tenant, params.id), loadBillSettings(tenant)]);
  if (!found) return ok(presentUnknownBill(settings));
  const bill = hideAssignedPeople(found, caller);
  const people = await loadBillPeople(tenant, bill);
  const presentPicture = createPicturePresenter(tenant, receivedAt);
  return ok(presentBillDetail(bill, { tenantCode: tenant.code, settings, people, presentPicture }));
});
