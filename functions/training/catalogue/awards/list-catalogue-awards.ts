// POST /api/v1/Public/AwardListPublic
import { peopleById } from '../../../../shared/directory/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { typesOfAward } from '../../awards/award.ts';
import { curriculaOf } from '../../awards/curriculum/store.ts';
import { awardEntries, awardsById } from '../../awards/store.ts';
import { pageWanted, presentPage } from '../../list-body.ts';
import { typesUsed } from '../../settings/types/store.ts';
import { offeredCatalogue } from '../entries.ts';
import { pageOfCatalogue } from '../page.ts';
import { listCatalogueAwards } from './contract.ts';
import { presentCatalogueAward } from './present.ts';
import { narrowing } from './award-filter.ts';

export const handler = lambda(listCatalogueAwards, async ({ body, tenant, settings, now }) => {
  const { items, total } = await pageOfCatalogue(
    offeredCatalogue(awardEntries(tenant)),
    pageWanted(body),
    narrowing(body.filterBody, settings.timeZone, now),
  );
  const ids = items.map(({ id }) => id);
  const [awards, curricula] = await Promise.all([awardsById(tenant, ids), curriculaOf(tenant, ids)]);
  const creators = awards.flatMap(({ createdBy }) => createdBy?.personId ?? []);
  const [types, people] = await Promise.all([
    typesUsed(tenant, awards.flatMap(typesOfAward)),
    peopleById(tenant, creators),
  ]);
  const named = new Map(people.flatMap((person) => (person ? [[person.id, person]] : [])));
  const listed = awards.map((award) => presentCatalogueAward(award, curricula.get(award.id), types, named));
  return ok(presentPage(listed, total));
});
