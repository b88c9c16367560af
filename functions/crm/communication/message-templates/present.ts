// Templates of messages: what a request makes of them, and their form in the interface.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { presentRecord } from '../../committees/definitions/definition.ts';
import { checkImages } from '../message-images/record/store.ts';
import type { TemplateInput } from './contract.ts';
import {
  loadCustomMergeFields,
  loadMentionedFields,
  showFieldNames,
  showSubject,
  storeFieldIds,
} from './custom-merge-fields.ts';
import { validateMessage } from './message-sandbox.ts';
import type { TemplateItem, WholeTemplate } from './template.ts';

/**
 * The content that a request asks for, and the pictures of the tenant that it names.
 * @throws Failure VALIDATION_ERROR with everything that is wrong in its texts
 */
export async function buildTemplate(
  tenant: TenantStore,
  { name, subject, mjml, text, isActive = true }: TemplateInput,
) {
  const fields = await loadCustomMergeFields(tenant, { subject, mjml, text });
  const stored = storeFieldIds({ subject, mjml, ...omitUndefined({ text }) }, fields);
  const images = await checkImages(tenant, mjml);
  throwIfInvalid([...(await validateMessage(stored, fields)).faults, ...images.faults]);
  return { imageIds: images.ids, content: { name, ...stored, ...(isActive ? {} : { isActive }) } };
}

/**
 * The template in lists.
 * @param fields the custom fields that subjects may have
 */
export const presentTemplateEntry = (
  template: TemplateItem,
  tenantCode: string,
  fields: readonly CustomFieldItem[],
) => ({
  ...presentRecord(template, tenantCode),
  subject: showSubject(template.subject, fields),
});

/** The template in the interface's form. One query where it has custom fields. */
export async function presentTemplate(tenant: TenantStore, template: WholeTemplate) {
  const fields = await loadMentionedFields(tenant, [template.subject, template.mjml, template.text]);
  const { mjml, text } = showFieldNames(template, fields);
  return { ...presentTemplateEntry(template, tenant.code, fields), mjml, text: text ?? null };
}
