// Gives the demo tenants their campaign templates, and a running campaign.

import type { CampaignItem } from '../../../functions/billtracking/advocacy/campaigns/campaign.ts';
import { insertCampaign } from '../../../functions/billtracking/advocacy/campaigns/store.ts';
import {
  insertTemplate,
  setTemplateCampaigns,
  templateById,
} from '../../../functions/billtracking/advocacy/store.ts';
import type { Audience, TemplateItem } from '../../../functions/billtracking/advocacy/template.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { demoTemplates } from './demo-advocacy.ts';
import { demoBills } from './demo-bills.ts';
import { demoDirectories } from './demo-directory.ts';
import { demoLegislatures } from './demo-legislature.ts';
import { demoBillIds } from './seed-bills.ts';

type DemoTemplate = (typeof demoTemplates)[string][string];

/** Seeds the campaign templates that a tenant does not have yet, and returns the ids that examples name. */
export async function seedAdvocacy(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const templates = Object.entries(demoTemplates[tenant.code] ?? {});
  const idOf = (kind: string, key: string): string => recordId(tenant.code, `${kind}:demo`, key);
  for (const [key, template] of templates) {
    const id = idOf('campaignTemplate', key);
    if (await templateById(tenant, id, { consistent: true })) continue;
    const item = await itemOf(tenant, id, template, idOf, now);
    await commit(await insertTemplate(tenant, item));
    if (!template.isRunning) continue;
    const campaign = campaignWith(item, idOf('campaign', key), now);
    const { startDate, endDate } = campaign;
    await commit([
      setTemplateCampaigns(tenant, item, [{ id: campaign.id, startDate, ...omitUndefined({ endDate }) }]),
      ...(await insertCampaign(tenant, campaign)),
    ]);
  }
  const running = templates.find(([, { isRunning }]) => isRunning);
  return {
    campaignTemplateId: idOf('campaignTemplate', templates[0]?.[0] ?? ''),
    campaignId: idOf('campaign', running?.[0] ?? ''),
  };
}

const dayFrom = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** The audience as the template stores it; a key of a committee that does not exist stays without a name. */
function audienceOf(
  tenant: TenantStore,
  { audience }: DemoTemplate,
  idOf: (kind: string, key: string) => string,
): Audience {
  if (audience === 'allPeople') return { kind: audience };
  const directory = demoDirectories[tenant.code];
  if ('organization' in audience) {
    const name = directory?.organizations[audience.organization]?.name ?? audience.organization;
    return { kind: 'organization', organizationId: idOf('organization', audience.organization), name };
  }
  if ('members' in audience) {
    const name = directory?.committees[audience.members]?.name ?? audience.members;
    return { kind: 'committeeMembers', committeeId: idOf('committee', audience.members), name };
  }
  const [chamber = '', ...rest] = audience.constituents.split('-');
  const named = demoLegislatures[tenant.code]?.committees;
  const key = chamber === 'upper' || chamber === 'lower' ? chamber : 'legislature';
  const name = named?.[key]?.[rest.join('-')] ?? audience.constituents;
  return { kind: 'committeeConstituents', committeeId: idOf('committee', audience.constituents), name };
}

async function itemOf(
  tenant: TenantStore,
  id: string,
  template: DemoTemplate,
  idOf: (kind: string, key: string) => string,
  now: Date,
): Promise<TemplateItem> {
  const followed = demoBills[tenant.code];
  const { name, subject, body, status, callToAction, days, bills = [] } = template;
  const stateId = followed?.stateId ?? 0;
  const billIds = await demoBillIds(tenant, now);
  const moment = now.toISOString();
  return {
    type: 'campaign-template',
    id,
    name,
    subject,
    body,
    isHtml: false,
    audience: audienceOf(tenant, template, idOf),
    callToAction,
    billIds: bills.flatMap((billNumber) => billIds.get(billNumber) ?? []),
    stateId,
    status,
    ...(days && { startDate: dayFrom(now, days[0]), endDate: dayFrom(now, days[1]) }),
    campaigns: [],
    campaignsVersion: 0,
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

const campaignWith = (template: TemplateItem, id: string, now: Date): CampaignItem => ({
  type: 'campaign',
  id,
  templateId: template.id,
  templateName: template.name,
  startDate: template.startDate ?? dayFrom(now, 0),
  endDate: template.endDate,
  version: 1,
  createdDate: now.toISOString(),
  modifiedDate: now.toISOString(),
  schemaVersion: 1,
});
