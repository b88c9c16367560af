// GET /api/1.0/Advocacy/Champaign/{id}/participation
import { emptyFigures, loadFigures } from '../../../../shared/directory/officials/campaign-figures.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { requireCampaign } from '../campaigns/store.ts';
import { getCampaignParticipation } from './contract.ts';

export const handler = lambda(getCampaignParticipation, async ({ params, tenant }) => {
  const [campaign, totals, days] = await Promise.all([
    requireCampaign(tenant, params.id),
    loadFigures(tenant, params.id, 'TOTAL#'),
    loadFigures(tenant, params.id, 'DAY#'),
  ]);
  const total = totals.get('TOTAL') ?? emptyFigures;
  return successReply(
    {
      total,
      days: [...days].map(([place, { participants }]) => ({ day: place.slice('DAY#'.length), participants })),
    },
    `${total.participants} ${total.participants === 1 ? 'person' : 'people'} took part in the campaign of ${campaign.templateName}.`,
  );
});
