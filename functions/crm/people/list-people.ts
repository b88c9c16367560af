// GET /api/v1/people

import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { countedPeople } from '../../../shared/directory/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../list.ts';
import { listPeople } from './contract.ts';
import { presentPersonTo } from './present.ts';

export const handler = lambda(listPeople, async ({ query, tenant, caller, settings, now }) => {
  const context = { tenantCode: tenant.code, today: toLocalDate(settings.timeZone, now) };
  const viewer = { caller, settings };
  return ok(
    await presentPage(countedPeople(tenant), query, (person) => presentPersonTo(viewer, person, context)),
  );
});
