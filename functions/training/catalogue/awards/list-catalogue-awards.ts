// POST /api/v1/Public/AwardListPublic
import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentPage, toPageRequest } from '../../../../shared/lists/list-body.ts';
import { curriculaByAward } from '../../awards/curriculum/store.ts';
import { awardsById } from '../../awards/record/award-record.ts';
import { awardEntries, loadListLabels } from '../../awards/store.ts';
import { activeCatalogue } from '../entries/entries.ts';
import { loadCataloguePage } from '../entries/page.ts';
import { toCatalogueFilter } from './award-filter.ts';
import { listCatalogueAwards } from './contract.ts';
import { presentCatalogueAward } from './present.ts';

export const handler = lambda(listCatalogueAwards, async (context) => {
  const { body, tenant, settings, caller, now, receivedAt } = context;
  const { items, total } = await loadCataloguePage(
    activeCatalogue(awardEntries(tenant)),
    toPageRequest(body),
    toCatalogueFilter(body.filterBody, settings.timeZone, now),
  );
  const ids = items.map(({ id }) => id);
  const [awards, curricula] = await Promise.all([awardsById(tenant, ids), curriculaByAward(tenant, ids)]);
  const creators = awards.flatMap(({ createdBy }) => createdBy?.personId ?? []);
  const [{ types, currency }, creatorItems] = await Promise.all([
    loadListLabels(tenant, awards),
    peopleById(tenant, creators),
  ]);
  const people = new Map(creatorItems.flatMap((person) => (person ? [[person.id, person]] : [])));
  const references = {
    types,
    people,
    currency,
    presentPicture: createPicturePresenter(tenant, receivedAt),
  };
  const views = awards.map((award) =>
    presentCatalogueAward(award, curricula.get(award.id), references, caller),
  );
  return ok(presentPage(views, total));
});
