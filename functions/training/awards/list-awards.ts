// GET /api/v1/Awards/List
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { fullRecordCatalogue, isFullRecordField } from '../catalogue/entries/full-records.ts';
import { loadCataloguePage } from '../catalogue/entries/page.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { listAwards } from './contract.ts';
import { presentAward } from './references.ts';
import { parseSelectedDate } from './selected-date.ts';
import { awardsCatalogue, loadListLabels } from './store.ts';

export const handler = lambda(listAwards, async ({ query, tenant, settings, now, url }) => {
  const moment = parseSelectedDate(query.selectedDate, settings.timeZone);
  const filter = { moment: moment && moment < now ? moment : undefined };
  const { sortBy } = query;
  const catalogue = awardsCatalogue(tenant);
  const { items: awards, total } = isFullRecordField(sortBy)
    ? await loadCataloguePage(fullRecordCatalogue(tenant, catalogue), { ...query, sortBy }, filter)
    : await loadCataloguePage(catalogue, { ...query, sortBy }, filter);
  const { types, currency } = await loadListLabels(tenant, awards);
  const views = awards.map((award) =>
    presentAward(award, {
      levelType: types.get(award.levelTypeId ?? ''),
      objectType: types.get(award.objectTypeId ?? ''),
      currency,
    }),
  );
  return ok(views, { headers: buildPageHeaders(url('/api/v1/Awards/List'), query, total) });
});
