// GET /api/v1/people

import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { presentPerson } from '../../../shared/directory/person.ts';
import { countedPeople } from '../../../shared/directory/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../list.ts';
import { listPeople } from './contract.ts';

export const handler = lambda(listPeople, async ({ query, tenant, settings, now }) => {
  const context = { tenantCode: tenant.code, today: toLocalDate(settings.timeZone, now) };
  return ok(await presentPage(countedPeople(tenant), query, (person) => presentPerson(person, context)));
});
