// POST /api/v1/Public/Award/PublicFilteredRecordCount
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { awardEntries } from '../../awards/store.ts';
import { offeredCatalogue } from '../entries.ts';
import { countOfCatalogue } from '../page.ts';
import { countCatalogueAwards } from './contract.ts';
import { narrowing } from './award-filter.ts';

export const handler = lambda(countCatalogueAwards, async ({ body, tenant, settings, now }) =>
  ok(await countOfCatalogue(offeredCatalogue(awardEntries(tenant)), narrowing(body, settings.timeZone, now))),
);
