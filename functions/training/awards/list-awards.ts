// GET /api/v1/Awards/List
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { pageOfCatalogue } from '../catalogue/page.ts';
import { isOfWhole, wholeCatalogue } from '../catalogue/full-records.ts';
import { placeInList } from '../listing.ts';
import { typesUsed } from '../settings/types/store.ts';
import { typesOfAward } from './award.ts';
import { listAwards } from './contract.ts';
import { presentAward } from './references.ts';
import { parseSelectedDate } from './selected-date.ts';
import { awardsCatalogue } from './store.ts';

export const handler = lambda(listAwards, async ({ query, tenant, settings, now, url }) => {
  const moment = parseSelectedDate(query.selectedDate, settings.timeZone);
  const by = { moment: moment && moment < now ? moment : undefined };
  const { sortBy } = query;
  const catalogue = awardsCatalogue(tenant);
  const { items: awards, total } = isOfWhole(sortBy)
    ? await pageOfCatalogue(wholeCatalogue(tenant, catalogue), { ...query, sortBy }, by)
    : await pageOfCatalogue(catalogue, { ...query, sortBy }, by);
  const types = await typesUsed(tenant, awards.flatMap(typesOfAward));
  const shown = awards.map((award) =>
    presentAward(award, {
      levelType: types.get(award.levelTypeId ?? ''),
      objectType: types.get(award.objectTypeId ?? ''),
    }),
  );
  return ok(shown, { headers: placeInList(url('/api/v1/Awards/List'), query, total) });
});
