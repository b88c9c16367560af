// GET /api/v1/Public/Award/GetMinMaxAwardDate/{date}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { awardEntries } from '../../awards/store.ts';
import { endOfPastDay } from '../../time/days.ts';
import { computeDayExtent } from '../courses/filter-data.ts';
import { activeCatalogue } from '../entries/entries.ts';
import { getAwardDates } from './contract.ts';

// Reads every catalogue entry, about 25 per read unit; clients call it once when they open a page with filters.
export const handler = lambda(getAwardDates, async ({ tenant, params, settings, now }) => {
  const catalogue = activeCatalogue(awardEntries(tenant));
  const awards = await catalogue.listEntriesUpTo(endOfPastDay(params.date, settings.timeZone, now));
  const created = awards.map(({ createdDate }) => ({ startsAt: createdDate, endsAt: createdDate }));
  return ok(computeDayExtent(created, settings.timeZone));
});
