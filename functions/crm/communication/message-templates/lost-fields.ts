// Custom fields that a message mentions and that cannot be filled in any more: it must not be sent with an empty place.

import type { MessageContent } from '../../../../shared/broadcasts/message-content.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { isMergeField, loadMentionedFields } from './custom-merge-fields.ts';

/** The names of the fields that are inactive or unknown by now. One query where the message has custom fields. */
async function listLostFields(tenant: TenantStore, content: MessageContent): Promise<readonly string[]> {
  const texts = [content.subject, content.mjml, content.text];
  if (!texts.some((text) => text?.includes('custom'))) return [];
  const fields = await loadMentionedFields(tenant, texts);
  const { listCustomReferences } = await import('./message-sandbox.ts');
  const references = new Set(await listCustomReferences(content));
  return [...references].flatMap((reference) => {
    const field = fields.find(({ id, name }) => id === reference || name === reference);
    return field && isMergeField(field) ? [] : [field?.name ?? reference];
  });
}

/** Which custom fields cannot be filled in, in words; undefined when all can. */
export async function describeLostFields(
  tenant: TenantStore,
  content: MessageContent,
): Promise<string | undefined> {
  const lost = await listLostFields(tenant, content);
  const names = lost.map((name) => `"${name}"`).join(', ');
  return lost.length === 0
    ? undefined
    : `The message mentions custom fields of people that are inactive or not there: ${names}. Reactivate them, or take them out of the message.`;
}

/** @throws Failure VALIDATION_ERROR that names every custom field that cannot be filled in */
export async function assertFieldsExist(tenant: TenantStore, content: MessageContent): Promise<void> {
  const message = await describeLostFields(tenant, content);
  if (message !== undefined) throw invalid([{ code: 'UNKNOWN_VALUE', message, target: 'mjml' }]);
}
