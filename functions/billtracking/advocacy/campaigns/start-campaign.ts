// POST /api/1.0/Advocacy/Champaign

import type { CampaignItem, Outreach } from '../../../../shared/campaigns/campaign.ts';
import { startInvitation } from '../../../../shared/campaigns/invitation.ts';
import { conflict, type ErrorDetail } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { assertHasPostalAddress, loadMailSettings } from '../../../../shared/mail-settings/mail-settings.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { toAuthor } from '../../caller.ts';
import { successReply } from '../../envelopes.ts';
import { setTemplateCampaigns, templateById } from '../store.ts';
import { filterLiveCampaigns } from '../template.ts';
import { startCampaign } from './contract.ts';
import { buildOutreach, checkOutreach, requireTemplate } from './outreach.ts';
import { presentCampaign } from './present.ts';
import { insertCampaign } from './store.ts';

/** How many campaigns may use a template at once, because they are stored with it. */
const MAX_LIVE_CAMPAIGNS = 50;

/** A campaign ends on its first day or later, and not in the past. */
function validateEnd({
  startDate,
  endDate,
  today,
  isOfTemplate,
}: {
  readonly startDate: string;
  readonly endDate: string | undefined;
  readonly today: string;
  readonly isOfTemplate: boolean;
}): ErrorDetail[] {
  const earliest = startDate > today ? startDate : today;
  if (endDate === undefined || endDate >= earliest) return [];
  const origin = isOfTemplate ? ', the endDate of the template' : '';
  const message = `endDate must be ${earliest} or later, but was ${endDate}${origin}.`;
  return [{ code: 'OUT_OF_RANGE', message, target: 'endDate' }];
}

export const handler = lambda(startCampaign, async (context) => {
  const { body, tenant, settings, caller, now, receivedAt, newId } = context;
  const found = await templateById(tenant, body.templateId, { consistent: true });
  const today = toLocalDate(settings.timeZone, now);
  const startDate = body.startDate ?? today;
  const endDate = body.endDate === undefined ? found?.endDate : (body.endDate ?? undefined);
  const references =
    body.audience && (await checkOutreach(context, found, body.audience, body.officials ?? undefined));
  const template = requireTemplate(found, body.templateId, [
    ...validateEnd({ startDate, endDate, today, isOfTemplate: !body.endDate }),
    ...(references?.errors ?? []),
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
  const id = newId();
  const built = body.audience && references ? buildOutreach(template, body.audience, references) : undefined;
  const outreach: Outreach | undefined = built && { ...built.outreach, broadcastId: newId() };
  if (outreach) assertHasPostalAddress(await loadMailSettings(tenant));
  const timestamp = now.toISOString();
  const campaign: CampaignItem = {
    type: 'campaign',
    id,
    templateId: template.id,
    templateName: template.name,
    startDate,
    endDate,
    startedBy: toAuthor(caller),
    ...(outreach && { outreach }),
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
      ...(built && outreach
        ? startInvitation(
            tenant,
            { ...campaign, outreach },
            {
              texts: { ...built.texts, linkSecret: `${newId()}${newId()}` },
              personIds: body.audience?.personIds ?? [],
              ...{ sentBy: caller.subject, timeZone: settings.timeZone, isScheduled: startDate > today },
              ...{ now, receivedAt, newId },
            },
          )
        : []),
    ],
    successReply(
      presentCampaign(campaign, today, caller),
      outreach
        ? `The campaign of ${template.name} was started.`
        : `The campaign of ${template.name} was started. No invitation is sent, because it has no audience.`,
      {
        version: 1,
      },
    ),
  );
});
