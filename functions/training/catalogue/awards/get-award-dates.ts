// GET /api/v1/Public/Award/GetMinMaxAwardDate/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { awardEntries } from '../../awards/store.ts';
import { endOfPastDay } from '../../days.ts';
import { computeDayExtent } from '../courses/filter-data.ts';
import { activeCatalogue } from '../entries.ts';
import { getAwardDates } from './contract.ts';

// Reads every entry of the catalogue, some 25 to a read unit: asked once when a page with filters is opened.
export const handler = lambda(getAwardDates, async ({ tenant, params, settings, now }) => {
  const offered = activeCatalogue(awardEntries(tenant));
  const awards = await offered.listEntriesUpTo(endOfPastDay(params.date, settings.timeZone, now));
  const created = awards.map(({ createdDate }) => ({ startsAt: createdDate, endsAt: createdDate }));
  return ok(computeDayExtent(created, settings.timeZone));
});
