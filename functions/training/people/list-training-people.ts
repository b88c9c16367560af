// GET /api/v1/People/List
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { countedPeople } from '../../../shared/directory/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadCountedPage } from '../../../shared/lists/page.ts';
import { buildPageHeaders } from '../listing.ts';
import { loadOrganizationsOfPeople } from '../people-lookup.ts';
import { listTrainingPeople } from './contract.ts';
import { presentPerson } from './present.ts';

export const handler = lambda(listTrainingPeople, async ({ query, tenant, caller, settings, now, url }) => {
  const { items, total } = await loadCountedPage(countedPeople(tenant), query);
  const today = toLocalDate(settings.timeZone, now);
  const organizations = await loadOrganizationsOfPeople(tenant, items);
  return ok(
    items.map((person) =>
      presentPerson({ caller, settings }, person, organizations.get(person.organizationId ?? ''), today),
    ),
    { headers: buildPageHeaders(url('/api/v1/People/List'), query, total) },
  );
});
