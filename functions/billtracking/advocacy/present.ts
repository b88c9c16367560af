// Presents templates: whole, and as entries of lists.
import type { TenantStore } from '../../../shared/data/store.ts';
import { committeeNumberById } from '../../../shared/legislature/committee-numbers.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import { findMergeFields } from './merge-fields.ts';
import type { TemplateRow } from './store.ts';
import { filterLiveCampaigns, type TemplateItem } from './template.ts';

const presentCommonFields = (template: Omit<TemplateRow, 'type' | 'audience' | 'callToAction'>) => ({
  id: template.id,
  name: template.name,
  subject: template.subject,
  status: template.status,
  stateId: template.stateId,
  state: template.stateId === undefined ? undefined : stateById(template.stateId)?.abbreviation,
  startDate: template.startDate,
  endDate: template.endDate,
  billIds: template.billIds.map(Number),
  createdDate: template.createdDate,
  modifiedDate: template.modifiedDate,
});

/** A template as an entry of a list. */
export const presentRow = (row: TemplateRow) => ({
  ...presentCommonFields(row),
  audience: row.audience,
  callToAction: row.callToAction,
});

/** A whole template. One read if its audience is a committee, for the committee's integer id. */
export async function presentTemplate(tenant: TenantStore, template: TemplateItem, today: string) {
  const { subject, body, audience, callToAction } = template;
  const legislativeCommitteeId =
    'committeeId' in audience ? await committeeNumberById(tenant, audience.committeeId) : undefined;
  return {
    ...presentCommonFields(template),
    body,
    isHtml: template.isHtml,
    audience: { ...audience, legislativeCommitteeId },
    callToAction,
    mergeFields: findMergeFields([subject, body, callToAction?.label ?? '', callToAction?.url ?? '']),
    runningCampaigns: filterLiveCampaigns(template.campaigns, today),
    version: template.version,
  };
}
