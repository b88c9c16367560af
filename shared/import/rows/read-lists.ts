// Reads the cells that have a list of a record (docs/interface/crm.md#lists-in-a-cell).
import * as z from 'zod';
import { OfficeContent } from '../../directory/people/office.ts';
import { PositionContent } from '../../directory/people/person.ts';
import { AddressContent } from '../../directory/record/address.ts';
import { ExternalId, Link } from '../../directory/record/fields.ts';
import { keepDistinctTexts } from '../../lists/distinct-texts.ts';
import { CONTACT_WITH_TYPE, HAS_LETTER, type ListedContact } from './list-fields.ts';
import type { ValueCollector } from './value-collector.ts';
import { type Cell, type ParsedValue, parseEmail, parsePhone } from './values.ts';

const MAX_SHOWN = 200;

const refuse = ({ field, value }: Cell, reason: string) => ({
  problem: { field, reason: `is left out: ${reason}`, value: value.slice(0, MAX_SHOWN) },
});

function readJson<E>(cell: Cell, entry: z.ZodType<E>, form: string): ParsedValue<E[]> {
  let json: unknown;
  try {
    json = JSON.parse(cell.value);
  } catch {
    return refuse(cell, `it must be ${form}`);
  }
  const parsed = z.array(entry).safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  return refuse(cell, `${issue?.path.join('.') ?? ''}: ${issue?.message}`);
}

const isJson = ({ value }: Cell): boolean => value.startsWith('[');

const splitTexts = ({ value }: Cell): string[] =>
  value
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** Texts, each once. */
function readTexts(cell: Cell): ParsedValue<string[]> {
  const read = isJson(cell)
    ? readJson(cell, z.string(), 'texts with semicolons between them, or a JSON list of texts')
    : { value: splitTexts(cell) };
  return 'value' in read ? { value: keepDistinctTexts(read.value) } : read;
}

const Contact = z.strictObject({ value: z.string(), type: z.string().optional() });

/** Contacts whose values `parse` takes; the first that it does not take is the problem of the cell. */
const readContacts =
  (parse: (cell: Cell) => ParsedValue<string>) =>
  (cell: Cell): ParsedValue<ListedContact[]> => {
    const read: ParsedValue<ListedContact[]> = isJson(cell)
      ? readJson(cell, Contact, 'values with semicolons between them, or a JSON list of them')
      : {
          value: splitTexts(cell).map((text) => {
            const [, value, type] = CONTACT_WITH_TYPE.exec(text) ?? [];
            return value !== undefined && HAS_LETTER.test(type ?? '') ? { value, type } : { value: text };
          }),
        };
    if ('problem' in read) return read;
    const list: ListedContact[] = [];
    for (const { value, type } of read.value) {
      const parsed = parse({ field: cell.field, value });
      if ('problem' in parsed) return parsed;
      list.push({ value: parsed.value, ...(type !== undefined && { type }) });
    }
    return { value: list };
  };

const readEntries =
  <E>(entry: z.ZodType<E>) =>
  (cell: Cell): ParsedValue<E[]> =>
    readJson(cell, entry, 'a JSON list, as an export writes it');

const readers = {
  emails: readContacts(parseEmail),
  phones: readContacts(parsePhone),
  addresses: readEntries(AddressContent),
  links: readEntries(Link),
  externalIds: readEntries(ExternalId),
  positions: readEntries(PositionContent),
  offices: readEntries(OfficeContent),
  tags: readTexts,
  otherNames: readTexts,
  personTypes: readTexts,
} as const;
type Readers = typeof readers;
type ReadLists<F extends keyof Readers> = {
  readonly [K in F]?: Extract<ReturnType<Readers[K]>, { readonly value: unknown }>['value'];
};

/** The lists that a row has; what can't be read is left out with its reason. */
export const readLists = <F extends keyof Readers>(
  lists: Readonly<Record<F, unknown>>,
  cells: ReadonlyMap<string, Cell>,
  collector: ValueCollector,
): ReadLists<F> =>
  Object.fromEntries(
    Object.keys(lists).flatMap((field) => {
      const cell = cells.get(field);
      const read = cell && collector.accept<readonly unknown[]>(readers[field as F](cell));
      return read === undefined ? [] : [[field, read]];
    }),
  ) as ReadLists<F>;
