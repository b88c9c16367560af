// GET /api/1.0/bill/{id}

import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { successReply } from '../../envelopes.ts';
import { hideAssignedPeople } from '../hide-assigned-people.ts';
import { requireBill } from '../record/store.ts';
import { loadBillSettings } from '../settings/store.ts';
import { getBill } from './contract.ts';
import { loadBillPeople, presentBillDetail, presentBillVersion } from './present.ts';

export const handler = lambda(getBill, async ({ params, tenant, caller, receivedAt }) => {
  const [found, settings] = await Promise.all([requireBill(tenant, params.id), loadBillSettings(tenant)]);
  const bill = hideAssignedPeople(found, caller);
  const people = await loadBillPeople(tenant, bill);
  return successReply(
    {
      ...presentBillDetail(bill, {
        tenantCode: tenant.code,
        settings,
        people,
        presentPicture: createPicturePresenter(tenant, receivedAt),
      }),
      id: Number(bill.id),
      versions: bill.versions.map(presentBillVersion),
      ...pick(bill, ['sources', 'relations', 'actionCount', 'rollCallCount']),
    },
    bill.billNumber,
    { version: bill.version, isComposed: true },
  );
});
