// Presents templates: whole, and as entries of lists.

import { findMergeFields } from '../../../shared/advocacy/merge-fields.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { committeeNumberById } from '../../../shared/legislature/committee-numbers.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import { pick } from '../../../shared/values/pick.ts';
import type { TemplateRow } from './store.ts';
import { filterLiveCampaigns, type TemplateItem } from './template.ts';

const presentCommonFields = (template: Omit<TemplateRow, 'type' | 'audience' | 'callToAction'>) => ({
  ...pick(template, ['id', 'name', 'subject', 'status', 'stateId']),
  state: template.stateId === undefined ? undefined : stateById(template.stateId)?.abbreviation,
  ...pick(template, ['startDate', 'endDate']),
  billIds: template.billIds.map(Number),
  ...pick(template, ['createdDate', 'modifiedDate']),
});

/** A template as an entry of a list. */
export const presentRow = (row: TemplateRow) => ({
  ...presentCommonFields(row),
  ...pick(row, ['audience', 'callToAction']),
});

const listTexts = ({ subject, body, callToAction, letter }: TemplateItem): string[] =>
  [
    subject,
    body,
    callToAction?.label,
    callToAction?.url,
    letter?.subject,
    letter?.salutation,
    letter?.body,
  ].filter((text) => text !== undefined);

/** A whole template. One read if its audience is a committee, for the committee's integer id. */
export async function presentTemplate(tenant: TenantStore, template: TemplateItem, today: string) {
  const { audience, callToAction, letter } = template;
  const legislativeCommitteeId =
    'committeeId' in audience ? await committeeNumberById(tenant, audience.committeeId) : undefined;
  return {
    ...presentCommonFields(template),
    ...pick(template, ['body', 'isHtml']),
    audience: { ...audience, legislativeCommitteeId },
    callToAction,
    letter,
    mergeFields: findMergeFields(listTexts(template)),
    runningCampaigns: filterLiveCampaigns(template.campaigns, today),
    version: template.version,
  };
}
