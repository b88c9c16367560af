// What the audit records of a change to a campaign template.
import { type AuditContext, type AuditView, auditRecordChange } from '../../../shared/audit/audit.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { pick } from '../../../shared/values/pick.ts';
import type { TemplateItem } from './template.ts';

/** A record of the audit has the beginning of a body: two whole ones could exceed what one item of the table holds. */
const bodyExcerpt = 1000;

const viewTemplate = ({ body, ...template }: TemplateItem): AuditView => ({
  ...pick(template, [
    'name',
    'subject',
    'status',
    'audience',
    'callToAction',
    'letter',
    'billIds',
    'isHtml',
    'stateId',
  ]),
  ...pick(template, ['startDate', 'endDate', 'version']),
  body: body.slice(0, bodyExcerpt).toWellFormed(),
  bodyLength: body.length,
});

/** The change that records a change to a template: without `before` it was created, without `after` removed. */
export const auditTemplateChange = (
  tenant: TenantStore,
  {
    before,
    after,
  }: { readonly before?: TemplateItem | undefined; readonly after?: TemplateItem | undefined },
  context: AuditContext,
): Change =>
  auditRecordChange(
    tenant,
    {
      recordType: 'CampaignTemplate',
      recordId: (after ?? before)?.id ?? '',
      before: before && viewTemplate(before),
      after: after && viewTemplate(after),
    },
    context,
  );
