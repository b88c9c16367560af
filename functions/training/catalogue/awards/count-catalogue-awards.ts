// POST /api/v1/Public/Award/PublicFilteredRecordCount
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { awardEntries } from '../../awards/store.ts';
import { activeCatalogue } from '../entries/entries.ts';
import { countCatalogue } from '../entries/page.ts';
import { toCatalogueFilter } from './award-filter.ts';
import { countCatalogueAwards } from './contract.ts';

export const handler = lambda(countCatalogueAwards, async ({ body, tenant, settings, now }) =>
  ok(
    await countCatalogue(
      activeCatalogue(awardEntries(tenant)),
      toCatalogueFilter(body, settings.timeZone, now),
    ),
  ),
);
