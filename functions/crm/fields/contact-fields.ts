// Email addresses and telephone numbers in requests: a list of all of them beside the fields of the main one and the second.
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { omitBlank } from './fields.ts';

interface ContactInput {
  readonly value: string;
  readonly type?: string | null | undefined;
  readonly isPrimary?: boolean | null | undefined;
}

type ContactName = 'email' | 'secondaryEmail' | 'phone' | 'mobilePhone';
type ListName = 'emails' | 'phones';

/** The fields of one kind of contact. */
interface ContactNames {
  readonly main: ContactName;
  /** Organizations have no field for the second one. */
  readonly second?: ContactName;
  readonly list: ListName;
}

/** What a request says about contacts. */
type ContactsInput = Partial<
  Readonly<Record<ContactName, string | null> & Record<ListName, readonly ContactInput[] | null>>
>;

/** Contacts as they are stored. */
type StoredContacts = Partial<
  Readonly<
    Record<ContactName, string> &
      Record<ListName, readonly { readonly value: string; readonly type?: string }[]>
  >
>;

/**
 * The contacts of a request as the fields that are stored: the main one, the second one, and all with their uses. A list
 * that is sent back as it was says nothing: then the two fields decide, and their former values leave the list.
 *
 * @param known all stored contacts, the main one first
 */
export function toContactFields(
  stored: StoredContacts,
  input: ContactsInput,
  { main, second, list }: ContactNames,
  known: readonly { readonly value: string }[],
): Record<string, unknown> {
  const contacts = input[list] ?? [];
  if (contacts.length === 0) return {};
  if (
    JSON.stringify(contacts.map(({ value }) => value)) === JSON.stringify(known.map(({ value }) => value))
  ) {
    const former = new Set(
      [main, second].flatMap((name) =>
        name === undefined || input[name] === stored[name] ? [] : (stored[name] ?? []),
      ),
    );
    return { [list]: (stored[list] ?? []).filter(({ value }) => !former.has(value)) };
  }
  const ordered = [...contacts].sort((a, b) => Number(b.isPrimary ?? false) - Number(a.isPrimary ?? false));
  return {
    [main]: ordered[0]?.value ?? null,
    ...(second && { [second]: ordered[1]?.value ?? null }),
    [list]: ordered.map(({ value, type }) => omitBlank({ value, type })),
  };
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A list has one main contact and nothing twice, and agrees with the main field where both are sent. */
export function checkContacts(
  stored: StoredContacts,
  input: ContactsInput,
  { main, list }: ContactNames,
): ErrorDetail[] {
  const contacts = input[list] ?? [];
  const primary = contacts.filter(({ isPrimary }) => isPrimary);
  const expected = (primary[0] ?? contacts[0])?.value;
  const sent = input[main];
  const isChanged = sent !== stored[main] && expected !== stored[main];
  const faults: ErrorDetail[] = contacts.flatMap(({ value }, index) =>
    contacts.findIndex((other) => isSame(other.value, value)) < index
      ? [
          {
            code: 'DUPLICATE_VALUE' as const,
            message: `${value} is in ${list} twice.`,
            target: `${list}[${index}]`,
          },
        ]
      : [],
  );
  if (primary.length > 1)
    faults.unshift({
      code: 'DUPLICATE_VALUE',
      message: `${list} has ${primary.length} entries with isPrimary; one can be the main one.`,
      target: list,
    });
  if (sent && expected !== undefined && isChanged && !isSame(sent, expected))
    faults.push({
      code: 'NOT_ALLOWED',
      message: `${main} is ${sent}, but ${list} says that the main one is ${expected}. Send one of the two fields, or the same value.`,
      target: main,
    });
  return faults;
}
