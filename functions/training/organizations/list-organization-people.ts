// GET /api/v1/Organizations/{id}/People

import { listOrganizationPersonIds } from '../../../shared/directory/organizations/organization-entries.ts';
import { createPicturePresenter } from '../../../shared/directory/people/person-photo.ts';
import { peopleById } from '../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { takePage } from '../../../shared/lists/page.ts';
import { applyDirection } from '../../../shared/lists/sort.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { presentPerson } from '../people/present.ts';
import { listOrganizationPeople } from './contract.ts';
import { requireOrganization } from './organization.ts';

// Reads the organization's short entries, about fifty to a read unit, and the people of the page by key.
export const handler = lambda(
  listOrganizationPeople,
  async ({ params: { id }, query, tenant, url, ...viewer }) => {
    const [organization, ids] = await Promise.all([
      requireOrganization(tenant, id),
      listOrganizationPersonIds(tenant, id),
    ]);
    const today = toLocalDate(viewer.settings.timeZone, viewer.now);
    const page = takePage(applyDirection(ids, query.sortDirection), query);
    const people = page.length === 0 ? [] : await peopleById(tenant, page);
    const presentPicture = createPicturePresenter(tenant, viewer.receivedAt);
    return ok(
      people.flatMap((person) =>
        person ? [presentPerson(viewer, person, organization, today, presentPicture)] : [],
      ),
      { headers: buildPageHeaders(url(`/api/v1/Organizations/${id}/People`), query, ids.length) },
    );
  },
);
