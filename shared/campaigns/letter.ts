// The letter that people write to their officials in a campaign: what it says, and how it is addressed and signed
// (docs/interface/billtracking.md#letters).
import {
  fillMergeFields,
  findMergeFields,
  type MergeField,
  type MergeValues,
} from '../advocacy/merge-fields.ts';
import { describeOfficial, describeRecipient } from '../advocacy/merge-values.ts';
import type { Official } from '../advocacy/officials.ts';
import { displayName, listEmails } from '../directory/people/person.ts';
import type { PersonItem } from '../directory/people/person-store.ts';

/** The letter of a template. Everything in it is plain text. */
export interface LetterContent {
  /** The same for everybody: it names neither the writer nor the official. */
  readonly subject: string;
  /** The only part that is about the official. */
  readonly salutation: string;
  readonly body: string;
  /** Whether people may change the body. */
  readonly isEditable: boolean;
}

export const DEFAULT_SALUTATION = 'Dear {{official.title}} {{official.lastName}},';

/** The most characters of a letter as a person sends it: some two printed pages. */
export const MAX_LETTER_LENGTH = 5000;

/** The groups of merge fields that a part of a letter may not have, with the reason. */
const forbidden = {
  subject: [['recipient', 'official'], 'it is the same for everybody'],
  body: [['official'], 'one text goes to all officials; name them in the salutation'],
  salutation: [[], ''],
} as const satisfies Readonly<Record<string, readonly [readonly string[], string]>>;

/** Why a part of a letter may not have some of its merge fields. */
export function findForbiddenFields(
  part: keyof typeof forbidden,
  text: string,
): { readonly fields: readonly MergeField[]; readonly reason: string } | undefined {
  const [groups, reason] = forbidden[part];
  const fields = findMergeFields([text]).filter((field) =>
    (groups as readonly string[]).includes(field.split('.')[0] ?? ''),
  );
  return fields.length > 0 ? { fields, reason } : undefined;
}

/** The name and the address by which an office knows its constituents. */
function buildSignature(person: PersonItem): string {
  const [home] = person.addresses ?? [];
  const place = [home?.city, [home?.state, home?.zipCode].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return [displayName(person), home?.street, home?.street2, place, listEmails(person)[0]?.value]
    .filter(Boolean)
    .join('\n');
}

/** A letter as a person finds it on the page, before anything is changed. */
export const buildLetter = (letter: LetterContent, person: PersonItem, constants: MergeValues) => ({
  subject: fillMergeFields(letter.subject, constants, 'text').replace(/\s+/g, ' ').trim(),
  body: fillMergeFields(letter.body, { ...constants, ...describeRecipient(person) }, 'text').trim(),
  signature: buildSignature(person),
});

/** How a letter begins for one official. */
export const buildSalutation = (
  letter: LetterContent,
  person: PersonItem,
  official: Official,
  constants: MergeValues,
): string =>
  fillMergeFields(
    letter.salutation,
    { ...constants, ...describeRecipient(person), ...describeOfficial(official) },
    'text',
  )
    .replace(/\s+/g, ' ')
    .trim();
