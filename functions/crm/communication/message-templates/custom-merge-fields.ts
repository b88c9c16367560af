// The custom fields of people as merge fields: {{ person.custom["Shirt size"] }}. Texts are stored with the id of the field in place
// of its name, so that a field may get another name (docs/interface/communication.md#custom-fields-in-texts).
import type { MessageContent } from '../../../../shared/broadcasts/message-content.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type CustomFieldItem,
  controlTypes,
  listCustomFields,
} from '../../../../shared/directory/record/custom-field.ts';

/** What a record stores of an address or an organization is for programs. */
export const isMergeField = ({ controlTypeId, isActive = true }: CustomFieldItem): boolean =>
  isActive && controlTypeId !== controlTypes.address && controlTypeId !== controlTypes.organization;

/** The fields that messages may have. One query. */
export const listCustomMergeFields = async (tenant: TenantStore): Promise<CustomFieldItem[]> =>
  (await listCustomFields(tenant, 'people')).filter(isMergeField);

/** All fields by which these texts are read, inactive ones too; none, and no query, where they mention none. */
export const loadMentionedFields = async (
  tenant: TenantStore,
  texts: readonly (string | undefined)[],
): Promise<CustomFieldItem[]> =>
  texts.some((each) => each?.includes('custom')) ? listCustomFields(tenant, 'people') : [];

/** The fields that this message may have; none, and no query, where it mentions none. */
export const loadCustomMergeFields = async (
  tenant: TenantStore,
  { subject, mjml, text }: MessageContent,
): Promise<CustomFieldItem[]> =>
  (await loadMentionedFields(tenant, [subject, mjml, text])).filter(isMergeField);

/** An output or a tag of Liquid. */
const LIQUID = /\{[{%][\s\S]*?[%}]\}/g;
/** A custom field in it: `person.custom["Shirt size"]`, with either quote, or `person.custom.Allergies`. */
const REFERENCE =
  /(\bperson\s*(?:\.\s*custom|\[\s*(?:"custom"|'custom')\s*\])\s*)(?:\[\s*(?:"([^"]*)"|'([^']*)')\s*\]|\.\s*([A-Za-z_][\w-]*\??))/g;

/** A text in the brackets of Liquid, in these quotes unless it has them itself. */
const quote = (text: string, mark: '"' | "'"): string => {
  const other = mark === '"' ? "'" : '"';
  return text.includes(mark) ? `[${other}${text}${other}]` : `[${mark}${text}${mark}]`;
};

const replaceReferences = (text: string, replace: (reference: string) => string | undefined): string =>
  text.replaceAll(LIQUID, (part) =>
    part.replaceAll(REFERENCE, (whole, start: string, double?: string, single?: string, plain?: string) => {
      const reference = replace(double ?? single ?? plain ?? '');
      return reference === undefined
        ? whole
        : `${start}${quote(reference, single === undefined ? '"' : "'")}`;
    }),
  );

const replaceInContent = (
  { subject, mjml, text }: MessageContent,
  replace: (reference: string) => string | undefined,
): MessageContent => ({
  subject: replaceReferences(subject, replace),
  mjml: replaceReferences(mjml, replace),
  ...(text !== undefined && { text: replaceReferences(text, replace) }),
});

/** The content as it is stored: with ids in place of the names of these fields. */
export function storeFieldIds(content: MessageContent, fields: readonly CustomFieldItem[]): MessageContent {
  const ids = new Map(fields.map(({ name, id }) => [name, id]));
  return replaceInContent(content, (reference) => ids.get(reference));
}

const toName =
  (fields: readonly CustomFieldItem[]) =>
  (reference: string): string | undefined =>
    fields.find(({ id }) => id === reference)?.name;

/** The content as people read it: with the names that the fields have now. */
export const showFieldNames = (
  content: MessageContent,
  fields: readonly CustomFieldItem[],
): MessageContent => (fields.length === 0 ? content : replaceInContent(content, toName(fields)));

/** A subject as people read it. */
export const showSubject = (subject: string, fields: readonly CustomFieldItem[]): string =>
  fields.length === 0 ? subject : replaceReferences(subject, toName(fields));
