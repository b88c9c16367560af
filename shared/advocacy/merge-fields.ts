// Merge fields: the placeholders in a campaign's texts that are filled in for each recipient.
//
// {{recipient.firstName}} is the recipient's first name; {{recipient.firstName|friend}} is "friend" if it is not known.
import type { ErrorDetail } from '../errors/failure.ts';

/** Every merge field with its meaning. */
export const mergeFields = {
  'recipient.fullName': 'The name of the recipient.',
  'recipient.firstName': 'The first name of the recipient.',
  'recipient.lastName': 'The last name of the recipient.',
  'recipient.title': 'The title of the recipient.',
  'recipient.email': 'The email address of the recipient.',
  'recipient.organization': 'The organization that the recipient belongs to.',
  'recipient.city': 'The city of the recipient.',
  'recipient.state': 'The state of the recipient.',
  'official.fullName': 'The name of the official to contact.',
  'official.firstName': 'The first name of the official.',
  'official.lastName': 'The last name of the official.',
  'official.title': 'The title of the official: Senator, Delegate.',
  'official.party': 'The party of the official.',
  'official.district': 'The district of the official.',
  'official.chamber': 'The chamber of the official.',
  'official.email': 'The email address of the official.',
  'official.phone': 'The telephone number of the official.',
  'bill.number': 'The number of the linked bill.',
  'bill.title': 'The title of the linked bill, without a period at its end.',
  'bill.status': 'The status of the linked bill.',
  'bill.session': 'The session of the linked bill.',
  'bill.position': 'The position that the association holds on the linked bill.',
  'bill.lastAction': 'The latest action on the linked bill.',
  'bill.lastActionDate': 'The date of the latest action.',
  'sender.fullName': 'The name of the sender.',
  'sender.title': 'The title of the sender.',
  'sender.email': 'The email address of the sender.',
  'sender.phone': 'The telephone number of the sender.',
  'sender.organization': 'The name of the association.',
  'campaign.name': 'The name of the template.',
  'campaign.startDate': 'The first day of the campaign.',
  'campaign.endDate': 'The last day of the campaign.',
  'campaign.state': 'The state that the campaign is about.',
  'campaign.callToAction': 'The label of the call to action.',
} as const satisfies Record<string, string>;

export type MergeField = keyof typeof mergeFields;

/** The values of the fields for one recipient; an unknown value is absent. */
export type MergeValues = Readonly<Partial<Record<MergeField, string | undefined>>>;

const names = Object.keys(mergeFields) as MergeField[];
const fieldsByLowerCaseName = new Map(names.map((name) => [name.toLowerCase(), name]));

/** The field of this name, in any case. */
const findField = (name: string): MergeField | undefined =>
  fieldsByLowerCaseName.get(name.trim().toLowerCase());

/** `{{ name }}` or `{{ name | fallback }}`, without braces inside. */
const placeholderPattern = /\{\{([^{}]*)\}\}/g;

/** Reports unknown merge fields, each once, and one that is not closed. */
export function validateMergeFields(target: string, text: string): ErrorDetail[] {
  const unknown = new Set(
    [...text.matchAll(placeholderPattern)]
      .map(([, inside = '']) => inside.split('|', 1)[0]?.trim() ?? '')
      .filter((name) => findField(name) === undefined),
  );
  const open = text.replace(placeholderPattern, (whole) => ' '.repeat(whole.length)).indexOf('{{');
  return [
    ...[...unknown].map(
      (name): ErrorDetail => ({
        code: 'UNKNOWN_VALUE',
        message: `{{${name.slice(0, 60)}}} in ${target} is not a merge field. Valid merge fields: ${names.join(', ')}.`,
        target,
      }),
    ),
    ...(open >= 0
      ? [
          {
            code: 'INVALID_FORMAT',
            message: `The {{ at character ${open + 1} of ${target} is not closed with }}.`,
            target,
          } as const,
        ]
      : []),
  ];
}

/** The fields used in some texts, in the order of the table. */
export function findMergeFields(texts: readonly string[]): MergeField[] {
  const used = new Set(
    texts.flatMap((text) =>
      [...text.matchAll(placeholderPattern)].map(([, inside = '']) =>
        findField(inside.split('|', 1)[0] ?? ''),
      ),
    ),
  );
  return names.filter((name) => used.has(name));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Encodes a value for each kind of text, so that a name cannot become markup or change an address. */
const encoders = {
  text: (value: string) => value,
  html: (value: string) => value.replace(/[&<>"']/g, (character) => entities[character] ?? ''),
  address: (value: string) => encodeURIComponent(value.toWellFormed()).replaceAll('%40', '@'),
} as const;

/** A text with its fields filled in; a field without a value becomes its fallback, or nothing. */
export const fillMergeFields = (text: string, values: MergeValues, as: keyof typeof encoders): string =>
  text.replace(placeholderPattern, (whole, inside: string) => {
    const [name = '', ...rest] = inside.split('|');
    const field = findField(name);
    if (field === undefined) return whole;
    return encoders[as](values[field] || rest.join('|').trim());
  });
