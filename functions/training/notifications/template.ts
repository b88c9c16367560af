// What a tenant says on an occasion: its own words where it has some, else the platform's.
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { defaultTemplates, type TemplateWords } from './default-templates.ts';
import { fieldsByKind, mergeFields, type NotificationValues } from './merge-fields.ts';
import { extractFields } from './merge-template.ts';
import { type NotificationKind, notificationKinds } from './notification-kinds.ts';

/** A tenant's own template as the table holds it: only what differs from the platform's words. */
export interface TemplateItem extends Partial<TemplateWords> {
  readonly type: 'notification-template';
  readonly id: NotificationKind;
  /** Whether anybody is told of the occasion at all. */
  readonly isOn: boolean;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

export const templateKey = (tenant: TenantStore, kind: NotificationKind): Key<TemplateItem> =>
  tenant.key('NOTIFICATION-TEMPLATES', `KIND#${kind}`);
/** The tenant's own templates; at most one an occasion. */
export const tenantTemplates = (tenant: TenantStore): Partition<TemplateItem> =>
  tenant.partition('NOTIFICATION-TEMPLATES');

/** The words that are used. */
export const templateWords = (
  kind: NotificationKind,
  own: Partial<TemplateWords> | undefined,
): TemplateWords => ({
  subject: own?.subject ?? defaultTemplates[kind].subject,
  text: own?.text ?? defaultTemplates[kind].text,
  line: own?.line ?? defaultTemplates[kind].line,
});

/** What was sent of a template: absent keeps, null and blank give the platform's words again. */
export interface TemplateInput {
  readonly subject?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly line?: string | null | undefined;
  readonly isOn?: boolean | null | undefined;
}

const applyWords = (
  kind: NotificationKind,
  name: keyof TemplateWords,
  kept: string | undefined,
  sent: string | null | undefined,
): string | undefined => {
  const words = sent === undefined ? kept : sent?.trim() || undefined;
  return words === defaultTemplates[kind][name] ? undefined : words;
};

/** The template with what was sent laid over it. */
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

/** What is wrong with the words: every field they name that this occasion does not have, with those it has. */
export function validateFields(kind: NotificationKind, sent: TemplateInput): ErrorDetail[] {
  const known: readonly string[] = fieldsByKind[kind];
  return (['subject', 'text', 'line'] as const).flatMap((target) =>
    extractFields(sent[target] ?? '')
      .filter((name) => !known.includes(name))
      .map(
        (name): ErrorDetail => ({
          code: 'UNKNOWN_VALUE',
          message: `${target} names {{${name.slice(0, 60)}}}, but there are only: ${known.map((one) => `{{${one}}}`).join(', ')}.`,
          target,
        }),
      ),
  );
}

/** Example values for every field of an occasion. */
export const exampleValues = (kind: NotificationKind): NotificationValues =>
  Object.fromEntries(fieldsByKind[kind].map((name) => [name, mergeFields[name].example]));

/** A template as the interface shows it. */
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
