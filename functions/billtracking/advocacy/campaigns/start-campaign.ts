// POST /api/1.0/Advocacy/Champaign

import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { omitUndefined } from '../../../../shared/directory/omit-undefined.ts';
import { conflict, invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { toAuthor } from '../../caller.ts';
import { successReply } from '../../envelopes.ts';
import { unknownValue } from '../../unknown-value.ts';
import { setTemplateCampaigns, templateById } from '../store.ts';
import { filterLiveCampaigns } from '../template.ts';
import type { CampaignItem } from './campaign.ts';
import { startCampaign } from './contract.ts';
import { presentCampaign } from './present.ts';
import { insertCampaign } from './store.ts';

/** How many campaigns may use a template at once, because they are stored with it. */
const MAX_LIVE_CAMPAIGNS = 50;

export const handler = lambda(startCampaign, async ({ body, tenant, settings, caller, now, newId }) => {
  const template = await templateById(tenant, body.templateId, { consistent: true });
  if (!template)
    throw invalid([
      unknownValue('templateId', `There is no campaign template with the id ${body.templateId}.`),
    ]);
  const today = toLocalDate(settings.timeZone, now);
  const startDate = body.startDate ?? today;
  const endDate = body.endDate === undefined ? template.endDate : (body.endDate ?? undefined);
  const earliest = [startDate, today].toSorted().at(-1) ?? today;
  if (endDate !== undefined && endDate < earliest)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `endDate must be ${earliest} or later, but was ${endDate}${body.endDate ? '' : ', the endDate of the template'}.`,
        target: 'endDate',
      },
    ]);
  if (template.status !== 'ACTIVE')
    throw conflict(
      `${template.name} is ${template.status}; a campaign requires an ACTIVE template.`,
      'templateId',
    );
  const live = filterLiveCampaigns(template.campaigns, today);
  if (live.length >= MAX_LIVE_CAMPAIGNS)
    throw conflict(
      `${template.name} has ${live.length} running or scheduled campaigns, which is the maximum; end one first.`,
      'templateId',
    );
  const timestamp = now.toISOString();
  const campaign: CampaignItem = {
    type: 'campaign',
    id: newId(),
    templateId: template.id,
    templateName: template.name,
    startDate,
    endDate,
    startedBy: toAuthor(caller),
    version: 1,
    createdDate: timestamp,
    modifiedDate: timestamp,
    schemaVersion: 1,
  };
  return write(
    [
      setTemplateCampaigns(tenant, template, [
        ...live,
        { id: campaign.id, startDate, ...omitUndefined({ endDate }) },
      ]),
      ...(await insertCampaign(tenant, campaign)),
    ],
    successReply(presentCampaign(campaign, today, caller), `The campaign of ${template.name} was started.`, {
      version: 1,
    }),
  );
});
