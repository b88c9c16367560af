// POST /api/1.0/Advocacy/Champaign/{id}/participation/districts
import { loadFigures, UNKNOWN_DISTRICT } from '../../../../shared/directory/officials/campaign-figures.ts';
import { getDivisionName } from '../../../../shared/directory/people/divisions.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { findState } from '../../../../shared/legislature/constituents.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { sortsAscending } from '../../../../shared/lists/query.ts';
import { sortByValue } from '../../../../shared/lists/sort.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { pageReply, toPageRequest } from '../../envelopes.ts';
import { requireCampaign } from '../campaigns/store.ts';
import { listCampaignDistricts } from './contract.ts';
import { sortableNumber } from './sortable-number.ts';

/** Districts with numbers in the order of these: 3 before 31. */
const sortableDivision = (division: string): string =>
  division.replace(/\d+/g, (digits) => sortableNumber(Number(digits)));

export const handler = lambda(listCampaignDistricts, async ({ params, body, tenant }) => {
  const kind = body.kind ?? 'stateLower';
  const prefix = `DISTRICT#${kind}#`;
  const [, figures] = await Promise.all([
    requireCampaign(tenant, params.id),
    loadFigures(tenant, params.id, prefix),
  ]);
  const districts = [...figures].map(([place, numbers]) => {
    const division = place.slice(prefix.length);
    const isKnown = division !== UNKNOWN_DISTRICT;
    const district = {
      ...{ division, kind },
      ...omitUndefined({
        state: isKnown ? findState(division)?.abbreviation : undefined,
        district: isKnown && kind !== 'state' ? getDivisionName(division) : undefined,
      }),
      ...numbers,
    };
    return { id: division, district };
  });
  const sorted = sortByValue(
    districts,
    ({ id, district }) =>
      body.sortBy === 'district' ? sortableDivision(id) : sortableNumber(district[body.sortBy]),
    sortsAscending(body, true) ? 'asc' : 'desc',
  );
  const page = takePage(sorted, toPageRequest(body)).map(({ district }) => district);
  return pageReply(page, body, sorted.length);
});
