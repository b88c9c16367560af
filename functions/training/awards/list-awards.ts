// GET /api/v1/Awards/List
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { placeInList } from '../listing.ts';
import { listAwards } from './contract.ts';
import { pageOfAwards } from './page-of-awards.ts';
import { shownAward } from './references.ts';
import { selectedMoment } from './selected-date.ts';
import { typesOfAwards } from './store.ts';

export const handler = lambda(listAwards, async ({ query, tenant, settings, now, url }) => {
  const moment = selectedMoment(query.selectedDate, settings.timeZone);
  const { awards, total } = await pageOfAwards(tenant, query, moment, now);
  const types = await typesOfAwards(tenant, awards);
  const shown = awards.map((award) =>
    shownAward(award, {
      levelType: types.get(award.levelTypeId ?? ''),
      objectType: types.get(award.objectTypeId ?? ''),
    }),
  );
  return ok(shown, { headers: placeInList(url('/api/v1/Awards/List'), query, total) });
});
