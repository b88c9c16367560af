// Templates of messages: the stored record, and apart from it the texts, which lists do not read.

import * as z from 'zod';
import type { MessageContent } from '../../../../shared/broadcasts/message-content.ts';
import { type Change, put } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { DefinitionKind } from '../../../../shared/directory/record/definition-store.ts';
import {
  buildDefinitionChanges,
  requireDefinition,
} from '../../../../shared/directory/record/definition-store.ts';
import { line } from '../../../../shared/directory/record/fields.ts';
import type { StoredRecord } from '../../../../shared/directory/record/stored.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';

const TemplateContent = z.strictObject({
  name: line(120),
  // Longer than in requests: ids stand in place of names of custom fields.
  subject: line(1000),
  isActive: z.boolean().optional(),
});
type TemplateContent = z.infer<typeof TemplateContent>;
export type TemplateItem = TemplateContent & StoredRecord<'message-template'>;

interface TextsItem extends MessageContent {
  readonly type: 'message-template-texts';
}

/** Templates, whose names are unique. */
export const templates: DefinitionKind<TemplateContent, TemplateItem['type']> = {
  type: 'message-template',
  what: 'template',
  group: 'MESSAGE',
};

const textsKey = (tenant: TenantStore, id: string): Key<TextsItem> =>
  tenant.key(`MESSAGE-TEMPLATE#${id}`, 'TEXTS');

/** A template with its texts. */
export type WholeTemplate = TemplateItem & MessageContent;

/**
 * The template with this id, with its texts. Two reads.
 * @throws Failure 404
 */
export async function requireTemplate(tenant: TenantStore, id: string): Promise<WholeTemplate> {
  const [template, texts] = await Promise.all([
    requireDefinition(tenant, templates, id, 'templateId'),
    tenant.get(textsKey(tenant, id.toLowerCase()), { consistent: true }),
  ]);
  return { ...template, mjml: texts?.mjml ?? '', text: texts?.text };
}

/** The template with this id, if there is one. Two reads. */
export const findTemplate = (tenant: TenantStore, id: string): Promise<WholeTemplate | undefined> =>
  requireTemplate(tenant, id).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'RESOURCE_NOT_FOUND') return undefined;
    throw error;
  });

/** The changes that write a template; without `before` it is new. */
export function saveTemplate(
  tenant: TenantStore,
  {
    before,
    after: { mjml, text, ...after },
  }: { readonly before?: WholeTemplate; readonly after: WholeTemplate },
  ifMatch?: IfMatch,
): Change[] {
  const { mjml: _mjml, text: _text, ...former } = before ?? {};
  return [
    ...buildDefinitionChanges(
      tenant,
      templates,
      { before: before && (former as TemplateItem), after },
      ifMatch,
    ),
    put(textsKey(tenant, after.id), {
      type: 'message-template-texts',
      ...{ subject: after.subject, mjml },
      ...(text !== undefined && { text }),
    }),
  ];
}
