// POST /api/1.0/Advocacy/Champaign/{id}/participation/officials
import { findOfficial, presentOfficial } from '../../../../shared/advocacy/officials.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type CampaignFigures,
  listDistrictPlaces,
  loadFigures,
} from '../../../../shared/directory/officials/campaign-figures.ts';
import { emptyLetters } from '../../../../shared/directory/officials/campaign-participation.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { sortsAscending } from '../../../../shared/lists/query.ts';
import { sortByValue } from '../../../../shared/lists/sort.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { pageReply, toPageRequest } from '../../envelopes.ts';
import { mapPeopleById } from '../../people-by-id.ts';
import { requireCampaign } from '../campaigns/store.ts';
import { listCampaignOfficials } from './contract.ts';
import { sortableNumber } from './sortable-number.ts';

const PREFIX = 'OFFICIAL#';

/** How many people were invited in a division. One query. */
async function countInvitedIn(
  tenant: TenantStore,
  campaignId: string,
  division: string | undefined,
): Promise<number | undefined> {
  const [place] = division === undefined ? [] : listDistrictPlaces([division]);
  if (division === undefined || place === undefined || !place.endsWith(division)) return undefined;
  return (await loadFigures(tenant, campaignId, `${place}#`)).get(place)?.invited ?? 0;
}

const addUp = ({ sent = 0, handedOver = 0, undeliverable = 0, recorded = 0 }: CampaignFigures): number =>
  sent + handedOver + undeliverable + recorded;

export const handler = lambda(listCampaignOfficials, async ({ params, body, tenant, settings, now }) => {
  const today = toLocalDate(settings.timeZone, now);
  const [, figures] = await Promise.all([
    requireCampaign(tenant, params.id),
    loadFigures(tenant, params.id, PREFIX),
  ]);
  const ids = [...figures.keys()].map((place) => place.slice(PREFIX.length));
  const people = await mapPeopleById(tenant, ids);
  const officials = ids.map((id) => {
    const numbers = figures.get(`${PREFIX}${id}`) ?? {};
    return { id, person: people.get(id), numbers: { ...numbers, participants: addUp(numbers) } };
  });
  const sorted = sortByValue(
    officials,
    ({ person, numbers }) =>
      body.sortBy === 'name' ? foldForSort(displayName(person ?? {})) : sortableNumber(numbers.participants),
    sortsAscending(body, true) ? 'asc' : 'desc',
  );
  const page = takePage(sorted, toPageRequest(body)).map(async ({ id, person, numbers }) => {
    const official = person && findOfficial(person, today);
    const invited = await countInvitedIn(tenant, params.id, official?.division);
    return {
      ...(official ? presentOfficial(official) : { personId: id, name: displayName(person ?? {}) }),
      ...{ ...emptyLetters, ...numbers, invited },
    };
  });
  return pageReply(await Promise.all(page), body, sorted.length);
});
