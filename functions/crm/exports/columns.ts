// The columns of exports: those of a list, and one for each active custom field.

import type { ContactView } from '../../../shared/directory/record/contacts.ts';
import type { CustomFieldItem } from '../../../shared/directory/record/custom-field.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import type { ListedContact, ListField } from '../../../shared/import/rows/list-fields.ts';

/** A value of a row. */
export type Cell = string | number | boolean | null;

/** A column of records of type T. */
export interface ExportColumn<T> {
  readonly name: string;
  /** The heading. */
  readonly title: string;
  readonly read: (record: T) => Cell;
  /** Whether it has email addresses of people. */
  readonly isEmail?: true;
  /** Whether it is a custom field. */
  readonly isCustom?: true;
}

/** A record that has values of custom fields. */
interface WithValues {
  readonly customFields: readonly { readonly fieldId: string; readonly value: string }[];
}

/** A column for each active custom field, named by its id. */
export const toFieldColumns = <T extends WithValues>(fields: readonly CustomFieldItem[]): ExportColumn<T>[] =>
  fields.flatMap(({ id, name, isActive }) =>
    isActive === false
      ? []
      : [
          {
            ...{ name: id, title: name, isCustom: true as const },
            read: ({ customFields }: T) => customFields.find(({ fieldId }) => fieldId === id)?.value ?? null,
          },
        ],
  );

/** The addresses of a record in columns: those of its first address. */
interface WithAddresses {
  readonly addresses: readonly {
    readonly street: string | null;
    readonly street2: string | null;
    readonly city: string | null;
    readonly state: string | null;
    readonly zipCode: string | null;
    readonly country: string | null;
  }[];
}

const addressTitles = {
  street: 'Street',
  street2: 'Street 2',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  country: 'Country',
} as const;

/** The columns of the first address. */
export const addressColumns = Object.entries(addressTitles).map(
  ([name, title]): ExportColumn<WithAddresses> => ({
    ...{ name, title },
    read: ({ addresses: [first] }) => first?.[name as keyof typeof addressTitles] ?? null,
  }),
);

/** A record with what is stored of it. */
export interface WithStored<S> {
  readonly stored: S;
}

/** Columns of the lists of a record, each in one cell as imports read it; `all` gives those that are stored in several fields. */
export const listColumns = <S extends object>(
  lists: Readonly<Record<string, ListField<never>>>,
  all: Readonly<Record<string, (stored: S) => readonly ListedContact[]>>,
): ExportColumn<WithStored<S>>[] =>
  Object.entries(lists).map(([name, { title, write }]) => ({
    ...{ name, title },
    ...(name === 'emails' && { isEmail: true as const }),
    read: ({ stored }) => write((all[name]?.(stored) ?? Reflect.get(stored, name) ?? []) as never[]),
  }));

/** Contacts as a cell lists them. */
export const toListedContacts = (contacts: readonly ContactView[]): ListedContact[] =>
  contacts.map(({ value, type }) => ({ value, ...(type !== null && { type }) }));

/** Columns whose names are members of the record. */
export const memberColumns = <K extends string>(
  titles: Readonly<Record<K, string>>,
): ExportColumn<Readonly<Record<K, Cell>>>[] =>
  (Object.entries(titles) as [K, string][]).map(([name, title]) => ({
    ...{ name, title },
    read: (record) => record[name],
  }));

/**
 * The names of the columns of an export: the requested ones, or all that the caller may see.
 * @throws Failure VALIDATION_ERROR for names that are no column of the list, or are there twice
 */
export function chooseColumns(
  columns: readonly Pick<ExportColumn<never>, 'name' | 'isEmail'>[],
  requested: readonly string[] | undefined,
  seesEmails: boolean,
): readonly string[] {
  if (requested === undefined)
    return columns.filter(({ isEmail }) => seesEmails || !isEmail).map(({ name }) => name);
  const names = new Set(columns.map(({ name }) => name));
  throwIfInvalid(
    requested.flatMap((name, index): ErrorDetail[] => {
      const target = `columns[${index}]`;
      if (!names.has(name))
        return [
          {
            code: 'UNKNOWN_VALUE',
            message: `${target} must be one of ${[...names].join(', ')}, but was ${name}.`,
            target,
          },
        ];
      return requested.indexOf(name) < index
        ? [{ code: 'DUPLICATE_VALUE', message: `The column ${name} is in columns twice.`, target }]
        : [];
    }),
  );
  return requested;
}
