// GET /api/v1/People/List

import { createPicturePresenter } from '../../../shared/directory/people/person-photo.ts';
import { countedPeople } from '../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadCountedPage } from '../../../shared/lists/page.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { loadOrganizationsOfPeople } from '../access/people-lookup.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { listTrainingPeople } from './contract.ts';
import { presentPerson } from './present.ts';

export const handler = lambda(listTrainingPeople, async (context) => {
  const { query, tenant, settings, now, receivedAt, url } = context;
  const { items, total } = await loadCountedPage(countedPeople(tenant), query);
  const today = toLocalDate(settings.timeZone, now);
  const organizations = await loadOrganizationsOfPeople(tenant, items);
  const presentPicture = createPicturePresenter(tenant, receivedAt);
  return ok(
    items.map((person) =>
      presentPerson(context, person, organizations.get(person.organizationId ?? ''), today, presentPicture),
    ),
    { headers: buildPageHeaders(url('/api/v1/People/List'), query, total) },
  );
});
