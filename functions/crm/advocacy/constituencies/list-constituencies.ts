// GET /api/v1/advocacy/constituencies
import {
  type ConstituencyItem,
  constituencies,
  constituenciesOfState,
  constituencySort,
  countConstituents,
} from '../../../../shared/directory/officials/constituency.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { presentCursorPage } from '../../lists/search.ts';
import { listConstituencies } from './contract.ts';
import { presentConstituency } from './present-constituency.ts';

export const handler = lambda(listConstituencies, async ({ tenant, settings, now, query }) => {
  const today = toLocalDate(settings.timeZone, now);
  const { kind, state } = query;
  const listing = constituencies(tenant, kind);
  const part = state === undefined ? {} : constituenciesOfState(state);
  const reply = await presentCursorPage(query, async (page) => {
    const { items, next } = await readCursorPage<ConstituencyItem>(
      `${listing.name} ${state}`,
      page,
      (row) => constituencySort(row, kind),
      (limit, after) => tenant.queryAll(listing, { ...part, ...(after && { from: after }), limit }),
    );
    // A row of which nobody is left waits for its removal.
    const peopled = items.filter((row) => countConstituents(row, today).total > 0);
    const data = await Promise.all(peopled.map((row) => presentConstituency(tenant, row, today)));
    return { data, next };
  });
  return ok(reply);
});
