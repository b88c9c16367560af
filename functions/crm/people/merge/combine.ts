// Combines the records of two people into one, by a choice for each field (docs/interface/crm.md#merging-people).
import { omitUndefined } from '../../../../shared/directory/omit-undefined.ts';
import { displayName, listEmails, listPhones, PersonContent } from '../../../../shared/directory/person.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';

/** Whose value remains: that of the person who remains, that of the removed one, or of a list both. */
export type FieldChoice = 'remaining' | 'removed' | 'both';

/** Fields with one value. */
export const singleFields = [
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'displayName',
  'title',
  'department',
  'organization',
  'gender',
  'party',
  'imageThumbUrl',
] as const;

/** Fields with a list. */
export const listFields = [
  'emails',
  'phones',
  'addresses',
  'positions',
  'links',
  'externalIds',
  'otherNames',
  'personTypes',
  'tags',
  'customFields',
] as const;

export type FieldChoices = Partial<Readonly<Record<string, FieldChoice>>>;
type Values = Readonly<Record<string, unknown>>;

/** What belongs to one choice is stored in several fields. */
const storedNames: Readonly<Record<string, readonly string[]>> = {
  organization: ['organizationId', 'organizationName'],
  emails: ['email', 'secondaryEmail', 'emails'],
  phones: ['phone', 'mobilePhone', 'phones'],
};

/** Two parts of a name are never of different people, unless that is chosen. */
const nameFields = new Set(['firstName', 'middleName', 'lastName', 'suffix', 'displayName']);

const toNames = (field: string): readonly string[] => storedNames[field] ?? [field];
const pickFields = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));

/** What tells the entries of a list apart: their content without the id, texts without regard to case. */
const entryKey = (entry: unknown): string => {
  if (typeof entry === 'string') return foldForSort(entry) || entry;
  const { id, ...content } = entry as Record<string, unknown>;
  // The id of a custom value is that of its field, which has one value.
  if (typeof id === 'string' && content.value !== undefined) return id;
  return JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1)));
};

const unite = (first: readonly unknown[], second: readonly unknown[]): unknown[] => {
  const known = new Set(first.map(entryKey));
  return [...first, ...second.filter((entry) => !known.has(entryKey(entry)))];
};

const contactKey = (value: string): string =>
  value.includes('@') ? value.toLowerCase() : value.replace(/\D/g, '');

/** The contacts of both: the main ones are those of the person who remains, where there are any. */
function uniteContacts(remaining: PersonContent, removed: PersonContent, kind: 'emails' | 'phones'): Values {
  const list = kind === 'emails' ? listEmails : listPhones;
  const [main, second] = kind === 'emails' ? ['email', 'secondaryEmail'] : ['phone', 'mobilePhone'];
  const all = [...list(remaining), ...list(removed)];
  const distinct = all.filter(
    ({ value }, index) => all.findIndex((other) => contactKey(other.value) === contactKey(value)) === index,
  );
  const own = pickFields(
    list(remaining).length > 0 ? remaining : removed,
    [main, second].flatMap((n) => n ?? []),
  );
  if (distinct.length === 0) return {};
  return {
    ...own,
    [kind]: distinct.map(({ value, type }) => omitUndefined({ value, type: type ?? undefined })),
  };
}

/** The values of a field that remain. */
function chooseField(
  field: string,
  choice: FieldChoice | undefined,
  remaining: PersonContent,
  removed: PersonContent,
): Values {
  const names = toNames(field);
  const [own, other] = [pickFields(remaining, names), pickFields(removed, names)];
  if (choice === 'remaining') return own;
  if (choice === 'removed') return other;
  if (field === 'emails' || field === 'phones') return uniteContacts(remaining, removed, field);
  const [name = field] = names;
  const [a, b] = [own[name], other[name]];
  if (Array.isArray(a) && Array.isArray(b)) return { [name]: unite(a, b) };
  if (typeof a === 'object' && typeof b === 'object' && a && b) return { [name]: { ...b, ...a } };
  return Object.keys(own).length > 0 ? own : other;
}

/** Whether a person has a name of their own, not only an address. */
const hasName = ({ firstName, lastName, displayName: shown }: PersonContent): boolean =>
  [firstName, lastName, shown].some((part) => part !== undefined);

/**
 * One record of two. Without a choice, a field has the value of the person who remains, or else of the removed one; a list
 * has the entries of both; and the name is that of one of them. Another name of the removed person becomes one of the
 * other names.
 */
export function combinePeople(
  remaining: PersonContent,
  removed: PersonContent,
  choices: FieldChoices,
): PersonContent {
  const grouped = new Set(Object.values(storedNames).flat());
  const fields = [
    ...Object.keys(storedNames),
    ...Object.keys(PersonContent.shape).filter((name) => !grouped.has(name) && name !== 'isActive'),
  ];
  const nameOwner: FieldChoice = hasName(remaining) ? 'remaining' : 'removed';
  const values = Object.assign(
    {},
    ...fields.map((field) =>
      chooseField(
        field,
        choices[field] ?? (nameFields.has(field) ? nameOwner : undefined),
        remaining,
        removed,
      ),
    ),
  ) as PersonContent;
  const combined: PersonContent = {
    ...values,
    ...(remaining.isActive !== undefined && { isActive: remaining.isActive }),
  };
  if (choices.otherNames !== undefined || !hasName(removed)) return combined;
  const shown = new Set(
    [displayName(combined), ...(combined.otherNames ?? [])].map((name) => foldForSort(name)),
  );
  const former = [remaining, removed].map(displayName).filter((name) => !shown.has(foldForSort(name)));
  return former.length === 0
    ? combined
    : { ...combined, otherNames: [...(combined.otherNames ?? []), ...new Set(former)] };
}

/** A field of the result that has more entries than it can have. */
export const findTooLong = (combined: PersonContent): string | undefined =>
  PersonContent.safeParse(combined).error?.issues[0]?.path.map(String)[0];
