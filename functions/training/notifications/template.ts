// The template for a kind of notification: the tenant's own texts, or else the platform's.

import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../shared/data/versioned-record.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { extractFields } from '../../../shared/mail/template-fields.ts';
import type { ActionLink } from './action-link.ts';
import { defaultTemplates, type TemplateWords } from './default-templates.ts';
import { fieldsByKind, mergeFields, type NotificationValues } from './merge-fields.ts';
import { type NotificationKind, notificationKinds } from './notification-kinds.ts';

/** A tenant's stored template: only the texts that differ from the platform's. */
export interface TemplateItem extends Partial<TemplateWords>, VersionedRecord {
  readonly type: 'notification-template';
  readonly id: NotificationKind;
  /** Whether notifications of this kind are sent. */
  readonly isOn: boolean;
}

export const templateKey = (tenant: TenantStore, kind: NotificationKind): Key<TemplateItem> =>
  tenant.key('NOTIFICATION-TEMPLATES', `KIND#${kind}`);
/** The tenant's own templates, at most one for each kind. */
export const tenantTemplates = (tenant: TenantStore): Partition<TemplateItem> =>
  tenant.partition('NOTIFICATION-TEMPLATES');

/** The texts in use. */
export const templateWords = (
  kind: NotificationKind,
  own: Partial<TemplateWords> | undefined,
): TemplateWords => ({
  subject: own?.subject ?? defaultTemplates[kind].subject,
  text: own?.text ?? defaultTemplates[kind].text,
  line: own?.line ?? defaultTemplates[kind].line,
});

/** The sent fields of a template. Null and blank restore the platform's texts. */
export interface TemplateInput {
  readonly subject?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly line?: string | null | undefined;
  readonly isOn?: boolean | null | undefined;
}

const applyWords = (
  kind: NotificationKind,
  name: keyof TemplateWords,
  current: string | undefined,
  sent: string | null | undefined,
): string | undefined => {
  const words = sent === undefined ? current : sent?.trim() || undefined;
  return words === defaultTemplates[kind][name] ? undefined : words;
};

/** Applies the sent fields to the template. */
export function applyTemplateInput(
  kind: NotificationKind,
  before: TemplateItem | undefined,
  sent: TemplateInput,
  now: Date,
): TemplateItem {
  const moment = now.toISOString();
  return {
    type: 'notification-template',
    id: kind,
    subject: applyWords(kind, 'subject', before?.subject, sent.subject),
    text: applyWords(kind, 'text', before?.text, sent.text),
    line: applyWords(kind, 'line', before?.line, sent.line),
    isOn: sent.isOn ?? before?.isOn ?? true,
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The fields that a text of a kind can contain: a subject and a line of the list have no room for a link. */
const listFields = (kind: NotificationKind, target: keyof TemplateWords): readonly string[] =>
  fieldsByKind[kind].filter((name) => target === 'text' || name !== 'actionLink');

/** Validates the fields in the texts: each must be one of the kind's fields. */
export function validateFields(kind: NotificationKind, sent: TemplateInput): ErrorDetail[] {
  return (['subject', 'text', 'line'] as const).flatMap((target) => {
    const known = listFields(kind, target);
    return extractFields(sent[target] ?? '')
      .filter((name) => !known.includes(name))
      .map(
        (name): ErrorDetail => ({
          code: 'UNKNOWN_VALUE',
          message: `${target} contains {{${name.slice(0, 60)}}}, which is no field of this kind. The fields are: ${known.map((field) => `{{${field}}}`).join(', ')}.`,
          target,
        }),
      );
  });
}

/** The example values of a kind's fields; the example of a link is a link. */
export const exampleValues = (kind: NotificationKind): NotificationValues =>
  Object.fromEntries(fieldsByKind[kind].map((name) => [name, mergeFields[name].example]));

/** The example of a kind's link, if it has one. */
export function exampleAction(kind: NotificationKind): ActionLink | undefined {
  const values = exampleValues(kind);
  const { text, url } = /^(?<text>.*):\n(?<url>.*)$/.exec(String(values.actionLink ?? ''))?.groups ?? {};
  return text === undefined || url === undefined ? undefined : { text, url };
}

/** Presents a template. */
export const presentTemplate = (kind: NotificationKind, own: TemplateItem | undefined) => ({
  kind,
  description: notificationKinds[kind],
  ...templateWords(kind, own),
  isOn: own?.isOn ?? true,
  isChanged: own?.subject !== undefined || own?.text !== undefined || own?.line !== undefined,
  fields: fieldsByKind[kind].map((name) => {
    const { description, example } = mergeFields[name];
    return { name, description, example: String(example) };
  }),
  ...(own && { modifiedDate: own.modifiedDate }),
});
