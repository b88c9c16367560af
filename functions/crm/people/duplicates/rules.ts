// The rules by which two records of people may be one person (docs/interface/crm.md#duplicates).
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { listEmails, listPhones, type PersonContent } from '../../../../shared/directory/people/person.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';

/** What a rule compares beside the name, with the words for the reason. */
const comparedFields = {
  email: 'email address',
  phone: 'telephone number',
  postalCode: 'postal code',
  organization: 'organization',
} as const;

export type ComparedField = keyof typeof comparedFields;
export const comparedFieldNames = ['email', 'phone', 'postalCode', 'organization'] as const;

/** Two people of the same name may be one when they also have all of these in common. */
export interface DuplicateRule {
  readonly sameNameAnd: readonly ComparedField[];
}

/** The rules of a tenant. */
export interface DuplicateRulesItem extends VersionedRecord {
  readonly type: 'duplicate-rules';
  readonly id: 'duplicate-rules';
  readonly rules: readonly DuplicateRule[];
}

/** The rules of a tenant that has set none. */
export const defaultDuplicateRules: DuplicateRulesItem = {
  type: 'duplicate-rules',
  id: 'duplicate-rules',
  rules: [{ sameNameAnd: ['email'] }, { sameNameAnd: ['postalCode'] }],
  version: 0,
  createdDate: '1970-01-01T00:00:00.000Z',
  modifiedDate: '1970-01-01T00:00:00.000Z',
  schemaVersion: 1,
};

/** Fewer digits are an extension, which many people have in common. */
const MIN_DIGITS = 7;
/** A number with and without the code of its country is the same one. */
export const COMPARED_DIGITS = 10;

const foldPhone = (value: string): string[] => {
  const digits = value.replace(/\D/g, '');
  return digits.length < MIN_DIGITS ? [] : [digits.slice(-COMPARED_DIGITS)];
};

/** Without spaces and signs, and a ZIP+4 code of the USPS as its first five digits. */
const foldPostalCode = (value: string): string =>
  value
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^(\d{5})\d{4}$/, '$1');

/** The folded values of a field. */
function getComparedValues(person: PersonContent, field: ComparedField): string[] {
  switch (field) {
    case 'email':
      return listEmails(person).map(({ value }) => value.toLowerCase());
    case 'phone':
      return listPhones(person).flatMap(({ value }) => foldPhone(value));
    case 'postalCode':
      return (person.addresses ?? []).flatMap(({ zipCode }) => (zipCode ? [foldPostalCode(zipCode)] : []));
    case 'organization':
      return person.organizationName === undefined ? [] : [foldForSort(person.organizationName)];
  }
}

/** The keys of a rule that a person has: two people of the same name match when they have a key in common. */
const listKeys = (person: PersonContent, { sameNameAnd }: DuplicateRule): string[] =>
  sameNameAnd.reduce<string[]>(
    (keys, field) =>
      keys.flatMap((key) =>
        [...new Set(getComparedValues(person, field))].map((value) => JSON.stringify([key, value])),
      ),
    [''],
  );

const describeFields = (fields: readonly string[]): string =>
  fields.length < 2 ? fields.join('') : `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`;

/** The reason that a rule gives, without the values: not everybody who sees a pair sees addresses. */
export const describeRule = ({ sameNameAnd }: DuplicateRule): string =>
  `Both have the same ${describeFields(['name', ...sameNameAnd.map((field) => comparedFields[field])])}.`;

/** Two people of whom a rule says that they may be one. */
export interface MatchedPair<P> {
  readonly people: readonly [P, P];
  readonly rules: readonly DuplicateRule[];
}

/**
 * The pairs of people of the same name that match, in the order of the people. People are compared only with those who
 * have a key in common with them.
 */
export function* matchPeople<P extends PersonContent & { readonly id: string }>(
  people: readonly P[],
  rules: readonly DuplicateRule[],
): Generator<MatchedPair<P>> {
  const keysOf = people.map((person) =>
    rules.map((rule, index) => listKeys(person, rule).map((key) => JSON.stringify([index, key]))),
  );
  const byKey = Map.groupBy(
    keysOf.flatMap((keys, place) => keys.flat().map((key) => ({ key, place }))),
    ({ key }) => key,
  );
  for (const [place, first] of people.entries()) {
    const own = keysOf[place] ?? [];
    const others = new Set(
      own.flat().flatMap((key) => (byKey.get(key) ?? []).flatMap((other) => other.place)),
    );
    for (const other of [...others].filter((each) => each > place).sort((a, b) => a - b)) {
      const second = people[other];
      if (!second) continue;
      const matched = rules.filter((_, index) =>
        (own[index] ?? []).some((key) => keysOf[other]?.[index]?.includes(key)),
      );
      yield { people: [first, second], rules: matched };
    }
  }
}
