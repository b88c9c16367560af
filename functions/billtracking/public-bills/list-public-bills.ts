// POST /api/1.0/legislative/public-bills/list

import { createPicturePresenter } from '../../../shared/directory/people/person-photo.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { sortsAscending } from '../../../shared/lists/query.ts';
import { presentBillRow } from '../bills/detail/present.ts';
import { hideAssignedPeople } from '../bills/hide-assigned-people.ts';
import { loadBillSettings } from '../bills/settings/store.ts';
import { pageReply } from '../envelopes.ts';
import { mapPeopleById } from '../people-by-id.ts';
import { listPublicBills } from './contract.ts';
import { findBills } from './find-bills.ts';

export const handler = lambda(listPublicBills, async ({ body, tenant, caller, receivedAt }) => {
  const { pageNumber, pageSize, sortBy, isAscending, isAsscending, ...filter } = body;
  const settings = await loadBillSettings(tenant);
  const { rows: found, total } = await findBills(
    tenant,
    { filter, settings, caller },
    { page: pageNumber, pageSize, sortBy, isAscending: sortsAscending({ isAscending, isAsscending }, false) },
  );
  const rows = found.map((row) => hideAssignedPeople(row, caller));
  const people = await mapPeopleById(
    tenant,
    rows.flatMap(({ assignedPersonIds }) => assignedPersonIds),
  );
  const presentPicture = createPicturePresenter(tenant, receivedAt);
  const context = { tenantCode: tenant.code, settings, people, presentPicture };
  return pageReply(
    rows.map((row) => presentBillRow(row, context)),
    { pageNumber, pageSize },
    total,
  );
});
