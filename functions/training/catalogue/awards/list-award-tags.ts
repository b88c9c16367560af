// GET /api/v1/Public/Award/GetAllTags/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { awardEntries } from '../../awards/store.ts';
import { endOfPastDay } from '../../days.ts';
import { sortDistinct } from '../courses/filter-data.ts';
import { activeCatalogue } from '../entries.ts';
import { listAwardTags } from './contract.ts';

// Reads every entry of the catalogue, some 25 to a read unit: asked once when a page with filters is opened.
export const handler = lambda(listAwardTags, async ({ tenant, params, settings, now }) => {
  const offered = activeCatalogue(awardEntries(tenant));
  const awards = await offered.listEntriesUpTo(endOfPastDay(params.date, settings.timeZone, now));
  return ok(sortDistinct(awards.flatMap(({ tags }) => tags)));
});
