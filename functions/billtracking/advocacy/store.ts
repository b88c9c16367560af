// Stores campaign templates: the template with its texts, and a short row for lists.
//
// A row is about half a kilobyte: all rows of a thousand templates are 65 read units, needed only for filters and for
// orders other than by name. A page by name has constant cost.
import { type Change, type Condition, insert, put, remove, update } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { type CountedList, countedList } from '../../../shared/lists/counted-list.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import type { CallToAction, LiveCampaign, TemplateContent, TemplateItem } from './template.ts';

/** The row of a template in lists. */
export interface TemplateRow
  extends Omit<TemplateContent, 'body' | 'isHtml' | 'audience' | 'callToAction'>,
    Pick<TemplateItem, 'id' | 'createdDate' | 'modifiedDate'> {
  readonly type: 'campaign-template-row';
  readonly audience: TemplateContent['audience']['kind'];
  readonly callToAction?: CallToAction['kind'] | undefined;
}

const templateKey = (tenant: TenantStore, id: string): Key<TemplateItem> =>
  tenant.key(`CAMPAIGN-TEMPLATE#${id}`, 'TEMPLATE');
const rowKey = (tenant: TenantStore, id: string): Key<TemplateRow> =>
  tenant.key(`CAMPAIGN-TEMPLATE#${id}`, 'ROW');

/** All templates by name, with their number. */
export const templatesByName = (tenant: TenantStore): CountedList<TemplateRow> =>
  countedList<TemplateRow>(tenant, 'CAMPAIGN-TEMPLATES');

const rowSortKey = ({ name, id }: Pick<TemplateItem, 'name' | 'id'>): string => `${foldForSort(name)}#${id}`;

const toRow = (template: TemplateItem): TemplateRow => ({
  type: 'campaign-template-row',
  id: template.id,
  name: template.name,
  subject: template.subject,
  status: template.status,
  billIds: template.billIds,
  audience: template.audience.kind,
  createdDate: template.createdDate,
  modifiedDate: template.modifiedDate,
  ...omitUndefined({
    callToAction: template.callToAction?.kind,
    startDate: template.startDate,
    endDate: template.endDate,
    stateId: template.stateId,
  }),
});

/** The template with this id, if there is one. One read. */
export const templateById = (
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<TemplateItem | undefined> => tenant.get(templateKey(tenant, id), options);

/**
 * The template with this id.
 * @throws Failure 404
 */
export async function requireTemplate(
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<TemplateItem> {
  const template = await templateById(tenant, id, options);
  if (!template) throw notFound('campaign template', id);
  return template;
}

const putRow = (tenant: TenantStore, template: TemplateItem): Change =>
  put(rowKey(tenant, template.id), toRow(template), {
    listed: { listing: templatesByName(tenant).listing, sort: rowSortKey(template) },
  });

/** Creates a template: four changes. */
export const insertTemplate = async (tenant: TenantStore, template: TemplateItem): Promise<Change[]> => [
  insert(templateKey(tenant, template.id), template),
  putRow(tenant, template),
  ...(await templatesByName(tenant).changesForInsert(rowSortKey(template))),
];

/** The condition that no campaign started or ended since the template was read. */
const ifCampaignsUnchanged = ({ campaignsVersion }: TemplateItem): Condition => ({
  expression: '#campaignsVersion = :campaignsSeen',
  names: { '#campaignsVersion': 'campaignsVersion' },
  values: { ':campaignsSeen': campaignsVersion },
});

/**
 * The condition that the template and its campaigns are unchanged, so that a campaign's lock holds in the transaction.
 */
function ifTemplateUnchanged(before: TemplateItem, ifMatch: IfMatch | undefined) {
  const { condition, onConflict } = ifUnchanged(before.version, ifMatch);
  const campaigns = ifCampaignsUnchanged(before);
  return {
    condition: {
      expression: `${condition.expression} AND ${campaigns.expression}`,
      names: { ...condition.names, ...campaigns.names },
      values: { ...condition.values, ...campaigns.values },
    },
    // Also with If-Match: the retry reports a campaign that has started since.
    onConflict: ifMatch === undefined ? onConflict : ('retry' as const),
  };
}

/** Replaces a template that was read as `before`. At most five changes. */
export const replaceTemplate = async (
  tenant: TenantStore,
  before: TemplateItem,
  after: TemplateItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> => [
  put(templateKey(tenant, after.id), after, ifTemplateUnchanged(before, ifMatch)),
  putRow(tenant, after),
  ...(await templatesByName(tenant).changesForMove(rowSortKey(before), rowSortKey(after))),
];

/** Removes a template that was read as `before`, if no campaign has started to use it since. */
export const removeTemplate = async (
  tenant: TenantStore,
  before: TemplateItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> => [
  remove(templateKey(tenant, before.id), ifTemplateUnchanged(before, ifMatch)),
  remove(rowKey(tenant, before.id)),
  ...(await templatesByName(tenant).changesForRemove(rowSortKey(before))),
];

/** Sets the campaigns that use a template read as `before`, which must still exist with the same status. */
export function setTemplateCampaigns(
  tenant: TenantStore,
  before: TemplateItem,
  campaigns: readonly LiveCampaign[],
): Change {
  const { expression, names, values } = ifCampaignsUnchanged(before);
  return update(
    templateKey(tenant, before.id),
    { set: { campaigns, campaignsVersion: before.campaignsVersion + 1 } },
    {
      condition: {
        expression: `${expression} AND #status = :status`,
        names: { ...names, '#status': 'status' },
        values: { ...values, ':status': before.status },
      },
      onConflict: 'retry',
    },
  );
}
