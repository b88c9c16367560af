// Templates of messages: what a request makes of them, and their form in the interface.
import type { TenantStore } from '../../../shared/data/store.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { presentRecord } from '../committees/definitions/definition.ts';
import type { TemplateInput } from './contract.ts';
import { loadCustomMergeFields } from './custom-merge-fields.ts';
import type { TemplateItem, WholeTemplate } from './template.ts';

/**
 * The content that a request asks for.
 * @throws Failure VALIDATION_ERROR with everything that is wrong in its texts
 */
export async function buildTemplate(
  tenant: TenantStore,
  { name, subject, mjml, text, isActive = true }: TemplateInput,
) {
  // The libraries that render are loaded when a message is written.
  const { validateMessage } = await import('./validate-message.ts');
  const fields = await loadCustomMergeFields(tenant, { subject, mjml, text });
  throwIfInvalid(validateMessage({ subject, mjml, text }, fields));
  return { name, subject, mjml, ...omitUndefined({ text }), ...(isActive ? {} : { isActive }) };
}

/** The template in lists. */
export const presentTemplateEntry = (template: TemplateItem, tenantCode: string) => ({
  ...presentRecord(template, tenantCode),
  subject: template.subject,
});

/** The template in the interface's form. */
export const presentTemplate = (template: WholeTemplate, tenantCode: string) => ({
  ...presentTemplateEntry(template, tenantCode),
  mjml: template.mjml,
  text: template.text ?? null,
});
