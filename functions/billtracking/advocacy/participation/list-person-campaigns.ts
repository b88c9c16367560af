// GET /api/1.0/Advocacy/Participant/{personId}/Champaigns

import {
  lettersOf,
  participationsOf,
} from '../../../../shared/directory/officials/campaign-participation.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { successReply } from '../../envelopes.ts';
import { mapPeopleById } from '../../people-by-id.ts';
import { listPersonCampaigns } from './contract.ts';

export const handler = lambda(listPersonCampaigns, async ({ params, tenant }) => {
  const [participations, letters] = await Promise.all([
    participationsOf(tenant, params.personId),
    lettersOf(tenant, params.personId),
  ]);
  const people = await mapPeopleById(tenant, [
    params.personId,
    ...letters.map(({ officialId }) => officialId),
  ]);
  const person = people.get(params.personId);
  if (!person) throw notFound('person', params.personId, 'personId');
  const campaigns = participations
    .toSorted((a, b) => (a.date < b.date ? 1 : -1))
    .map((participation) => ({
      ...pick(participation, ['campaignId', 'campaignName', 'date', 'source']),
      letters: letters
        .filter(({ campaignId }) => campaignId === participation.campaignId)
        .map(({ officialId, status }) => ({
          ...{ officialId, status },
          name: displayName(people.get(officialId) ?? {}),
        })),
      ...pick(participation, ['note']),
    }));
  const count = `${campaigns.length} ${campaigns.length === 1 ? 'campaign' : 'campaigns'}`;
  return successReply(campaigns, `${displayName(person)} took part in ${count}.`);
});
