// GET /api/v1/Public/Award/GetAllTags/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { awardEntries } from '../../awards/store.ts';
import { endOfPastDay } from '../../time/days.ts';
import { sortDistinct } from '../courses/filter-data.ts';
import { activeCatalogue } from '../entries/entries.ts';
import { listAwardTags } from './contract.ts';

// Reads every catalogue entry, about 25 per read unit; clients call it once when they open a page with filters.
export const handler = lambda(listAwardTags, async ({ tenant, params, settings, now }) => {
  const catalogue = activeCatalogue(awardEntries(tenant));
  const awards = await catalogue.listEntriesUpTo(endOfPastDay(params.date, settings.timeZone, now));
  return ok(sortDistinct(awards.flatMap(({ tags }) => tags)));
});
