// Merge fields: the places in a campaign's text that each recipient's own words come to.
//
// {{recipient.firstName}} is the first name of whoever gets it; {{recipient.firstName|friend}} is "friend" for those whose
// first name is not known.
import type { ErrorDetail } from '../../../shared/errors/failure.ts';

/** Every merge field there is, with what it stands for. */
export const mergeFields = {
  'recipient.fullName': 'The name of the recipient.',
  'recipient.firstName': 'The first name of the recipient.',
  'recipient.lastName': 'The last name of the recipient.',
  'recipient.title': 'The title of the recipient.',
  'recipient.email': 'The email address of the recipient.',
  'recipient.organization': 'The organization that the recipient belongs to.',
  'recipient.city': 'The city of the recipient.',
  'recipient.state': 'The state of the recipient.',
  'official.fullName': 'The name of the official that the recipient is to turn to.',
  'official.firstName': 'The first name of the official.',
  'official.lastName': 'The last name of the official.',
  'official.title': 'How the official is addressed: Senator, Delegate.',
  'official.party': 'The party of the official.',
  'official.district': 'The district of the official.',
  'official.chamber': 'The chamber of the official.',
  'official.email': 'The email address of the official.',
  'official.phone': 'The telephone number of the official.',
  'bill.number': 'The number of the linked bill.',
  'bill.title': 'The title of the linked bill.',
  'bill.status': 'The status of the linked bill.',
  'bill.session': 'The session of the linked bill.',
  'bill.position': 'The position that the association holds on the linked bill.',
  'bill.lastAction': 'What was last done with the linked bill.',
  'bill.lastActionDate': 'When that was.',
  'sender.fullName': 'The name of whoever sends it.',
  'sender.title': 'The title of whoever sends it.',
  'sender.email': 'The email address of whoever sends it.',
  'sender.phone': 'The telephone number of whoever sends it.',
  'sender.organization': 'The name of the association.',
  'campaign.name': 'The name of the template.',
  'campaign.startDate': 'The first day of the campaign.',
  'campaign.endDate': 'The last day of the campaign.',
  'campaign.state': 'The state that the campaign is about.',
  'campaign.callToAction': 'The label of the call to action.',
} as const satisfies Record<string, string>;

export type MergeField = keyof typeof mergeFields;

/** What the fields stand for, for one recipient; what is not known is absent. */
export type MergeValues = Readonly<Partial<Record<MergeField, string | undefined>>>;

const names = Object.keys(mergeFields) as MergeField[];
const fieldsByLowerCaseName = new Map(names.map((name) => [name.toLowerCase(), name]));

/** The field of this name, in any case. */
const findField = (name: string): MergeField | undefined =>
  fieldsByLowerCaseName.get(name.trim().toLowerCase());

/** `{{ name }}` or `{{ name | what else }}`; never over a brace. */
const placeholderPattern = /\{\{([^{}]*)\}\}/g;

/** What is wrong with the merge fields of a text: unknown ones, each once, and one that is never closed. */
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
        message: `{{${name.slice(0, 60)}}} in ${target} is no merge field. There are: ${names.join(', ')}.`,
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

/** The fields of some texts, in the order of the table. */
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

/** How a value is written into each kind of text, so that nobody's name can be markup or another address. */
const encoders = {
  text: (value: string) => value,
  html: (value: string) => value.replace(/[&<>"']/g, (character) => entities[character] ?? ''),
  address: (value: string) => encodeURIComponent(value.toWellFormed()).replaceAll('%40', '@'),
} as const;

/** A text with its fields filled in; one without a value is what stands after its bar, or nothing. */
export const fillMergeFields = (text: string, values: MergeValues, as: keyof typeof encoders): string =>
  text.replace(placeholderPattern, (whole, inside: string) => {
    const [name = '', ...rest] = inside.split('|');
    const field = findField(name);
    if (field === undefined) return whole;
    return encoders[as](values[field] || rest.join('|').trim());
  });
