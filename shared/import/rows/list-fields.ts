// Lists of a record in one cell: exports write them and imports read them (read-lists.ts), so that an exported file comes back
// as it was (docs/interface/crm.md#lists-in-a-cell).

import type { OfficeContent } from '../../directory/people/office.ts';
import type { PositionContent } from '../../directory/people/person.ts';
import type { AddressContent } from '../../directory/record/address.ts';
import type { ExternalId, Link } from '../../directory/record/fields.ts';

/** A list as a column. */
export interface ListField<E> {
  /** The heading in exports. */
  readonly title: string;
  /** The headings that mean it, folded. */
  readonly headings: readonly string[];
  /** The cell; null for an empty list. */
  readonly write: (entries: readonly E[]) => string | null;
}

/** An address or a number with its use. */
export interface ListedContact {
  readonly value: string;
  readonly type?: string | undefined;
}

/** `b@example.org (Work)`. */
export const CONTACT_WITH_TYPE = /^(.*\S)\s*\(([^()]+)\)$/;

/** What is a use of a number has a letter: the brackets of `410-555 (12)` are part of it. */
export const HAS_LETTER = /\p{L}/u;

/** Texts with semicolons between them; JSON where that would not be read as it was. */
function writeTexts(texts: readonly string[], entries: readonly unknown[]): string | null {
  if (texts.length === 0) return null;
  const isPlain = texts.every((text) => !/;|^[\s[]|\s$/.test(text));
  return isPlain ? texts.join('; ') : JSON.stringify(entries);
}

/** Texts, such as tags: `Board; Donor`. */
const texts = (title: string, ...headings: string[]): ListField<string> => ({
  ...{ title, headings },
  write: (entries) => writeTexts(entries, entries),
});

/** Addresses and numbers with their use: `a@example.org (Work); b@example.org`. */
const contacts = (title: string, ...headings: string[]): ListField<ListedContact> => ({
  ...{ title, headings },
  write: (entries) => {
    const isClear = entries.every(
      ({ value, type = 'a' }) =>
        !CONTACT_WITH_TYPE.test(value) && !/[()]/.test(type) && HAS_LETTER.test(type),
    );
    const written = entries.map(({ value, type }) => (type === undefined ? value : `${value} (${type})`));
    return isClear ? writeTexts(written, entries) : JSON.stringify(entries);
  },
});

/** Entries with fields of their own: JSON. */
const entries = <E>(title: string, ...headings: string[]): ListField<E> => ({
  ...{ title, headings },
  write: (list) => (list.length === 0 ? null : JSON.stringify(list)),
});

/** The lists of an organization. */
export const ORGANIZATION_LISTS = {
  emails: contacts('All emails', 'allemails', 'emails', 'emailaddresses'),
  phones: contacts('All phones', 'allphones', 'phones', 'phonenumbers'),
  addresses: entries<AddressContent>('All addresses', 'alladdresses', 'addresses'),
  links: entries<Link>('Links', 'links'),
  externalIds: entries<ExternalId>('External ids', 'externalids'),
  tags: texts('Tags', 'tags', 'tag', 'labels', 'keywords'),
} as const;

/** The lists of a person; terms in committees are exported and imported as memberships. */
export const PEOPLE_LISTS = {
  ...ORGANIZATION_LISTS,
  positions: entries<PositionContent>('Positions', 'positions'),
  offices: entries<OfficeContent>('Offices', 'offices'),
  otherNames: texts('Other names', 'othernames', 'aliases'),
  personTypes: texts('Person types', 'persontypes', 'persontype', 'contacttype', 'membertype'),
} as const;

/** The lists of a committee; its members are exported and imported as memberships. */
export const COMMITTEE_LISTS = {
  links: ORGANIZATION_LISTS.links,
  externalIds: ORGANIZATION_LISTS.externalIds,
  otherNames: PEOPLE_LISTS.otherNames,
} as const;

/** The headings of lists, by the field that they mean. */
export const listHeadings = <F extends string>(
  lists: Readonly<Record<F, Pick<ListField<never>, 'headings'>>>,
): Readonly<Record<F, readonly string[]>> =>
  Object.fromEntries(
    Object.entries<Pick<ListField<never>, 'headings'>>(lists).map(([field, { headings }]) => [
      field,
      headings,
    ]),
  ) as Record<F, readonly string[]>;
