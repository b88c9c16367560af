// Which columns of a file are which fields: proposed by the headings, and adjusted by callers.
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import { conflict, type ErrorDetail } from '../../../../shared/errors/failure.ts';
import { COMMITTEE_HEADINGS } from '../../../../shared/import/committees/committee-row.ts';
import { MEMBERSHIP_HEADINGS } from '../../../../shared/import/committees/membership-row.ts';
import { ORGANIZATION_HEADINGS } from '../../../../shared/import/headings/organization-headings.ts';
import { PEOPLE_HEADINGS } from '../../../../shared/import/headings/people-headings.ts';
import { DECISION_FIELDS, MAIL_DECISION_HEADINGS } from '../../../../shared/import/mail-decision-row.ts';
import { createPersonReader, NAME_FIELDS } from '../../../../shared/import/people/person-reader.ts';
import {
  type Columns,
  type HeadingTable,
  isImportable,
  matchHeadings,
} from '../../../../shared/import/rows/headings.ts';
import { CUSTOM, type ImportColumn } from './import.ts';
import type { ImportKind } from './schemas.ts';

const headingTables = {
  people: PEOPLE_HEADINGS,
  organizations: ORGANIZATION_HEADINGS,
  committees: COMMITTEE_HEADINGS,
  memberships: MEMBERSHIP_HEADINGS,
  'mail-decisions': MAIL_DECISION_HEADINGS,
} as const satisfies Record<ImportKind, HeadingTable<string>>;

/** Groups of fields of which a file needs one each. */
const neededFields: Readonly<Record<ImportKind, Readonly<Record<string, readonly string[]>>>> = {
  people: { 'a name': NAME_FIELDS },
  organizations: { 'a name': ['name'] },
  committees: { 'a name': ['name'] },
  'mail-decisions': { 'an address': ['email'], 'a decision': DECISION_FIELDS },
  memberships: { 'a committee': ['committeeId', 'committee'], 'a person': ['personId', 'email'] },
};

/** The fields that columns can be mapped to. */
export const listFields = (kind: ImportKind, customFields: readonly CustomFieldItem[]) => [
  ...Object.entries<readonly string[]>(headingTables[kind]).map(([field, headings]) => ({
    ...{ field, headings: [...headings], isCustom: false },
  })),
  ...customFields
    .filter(isImportable)
    .map(({ id, name }) => ({ field: `${CUSTOM}${id}`, headings: [name], isCustom: true })),
];

/** The columns with the fields that their headings mean. */
export function proposeMapping(
  kind: ImportKind,
  columns: readonly Omit<ImportColumn, 'field'>[],
  customFields: readonly CustomFieldItem[],
): readonly ImportColumn[] {
  const headings = columns.map(({ heading }) => heading);
  const matched: Columns<string> =
    kind === 'people'
      ? createPersonReader(matchHeadings(headings, PEOPLE_HEADINGS, customFields), { tenantCode: '' }).columns
      : matchHeadings<string>(headings, headingTables[kind], customFields);
  const fieldOf = new Map([
    ...[...matched.byField].map(([field, { index }]) => [index, field] as const),
    ...[...matched.custom].map(([id, { index }]) => [index, `${CUSTOM}${id}`] as const),
  ]);
  return columns.map((column, index) => ({ ...column, field: fieldOf.get(index) ?? null }));
}

/** The columns after a request, and everything that is wrong with it. */
export function applyMapping(
  kind: ImportKind,
  stored: readonly ImportColumn[],
  sent: readonly { readonly index: number; readonly field: string | null }[],
  customFields: readonly CustomFieldItem[],
): { readonly columns: readonly ImportColumn[]; readonly faults: readonly ErrorDetail[] } {
  const known = new Set(listFields(kind, customFields).map(({ field }) => field));
  const faults: ErrorDetail[] = [];
  const changed = new Map<number, string | null>();
  for (const [place, { index, field }] of sent.entries()) {
    const target = `columns[${place}]`;
    if (index >= stored.length) {
      const message = `There is no column ${index}: the file has the columns 0 to ${stored.length - 1}.`;
      faults.push({ code: 'UNKNOWN_VALUE', message, target: `${target}.index` });
    } else if (changed.has(index)) {
      const message = `The column ${index} is mapped twice.`;
      faults.push({ code: 'DUPLICATE_VALUE', message, target: `${target}.index` });
    }
    if (field !== null && !known.has(field)) {
      const message = `There is no field "${field}" of ${kind} to import into; List the fields of imports returns them.`;
      faults.push({ code: 'UNKNOWN_VALUE', message, target: `${target}.field` });
    }
    changed.set(index, field);
  }
  const columns = stored.map((column, index) => {
    const field = changed.get(index);
    return field === undefined ? column : { ...column, field };
  });
  return { columns, faults: [...faults, ...listRepeated(columns, sent)] };
}

function listRepeated(
  columns: readonly ImportColumn[],
  sent: readonly { readonly index: number; readonly field: string | null }[],
): readonly ErrorDetail[] {
  return sent.flatMap(({ index, field }, place): ErrorDetail[] => {
    const others = columns.flatMap((column, at) => (column.field === field && at !== index ? [at] : []));
    if (field === null || others.length === 0) return [];
    const message = `The field "${field}" is that of column ${others.join(', ')} already.`;
    return [{ code: 'DUPLICATE_VALUE', message, target: `columns[${place}].field` }];
  });
}

/** @throws Failure CONFLICT where no column has what each record needs */
export function assertIsComplete(kind: ImportKind, columns: readonly ImportColumn[]): void {
  const missing = Object.entries(neededFields[kind]).filter(
    ([, fields]) => !columns.some(({ field }) => field !== null && fields.includes(field)),
  );
  if (missing.length === 0) return;
  const sentences = missing.map(
    ([what, fields]) =>
      `No column is mapped to ${what}: one of ${fields.join(', ')} is needed to import ${kind}.`,
  );
  throw conflict(sentences.join(' '), 'columns');
}

/** The columns in the form that readers take. */
export function toReaderColumns<F extends string>(
  columns: readonly ImportColumn[],
  table: HeadingTable<F>,
): Columns<F> {
  const byField = new Map<F, { index: number; heading: string }>();
  const custom = new Map<string, { index: number; heading: string }>();
  for (const [index, { heading, field }] of columns.entries()) {
    if (field?.startsWith(CUSTOM)) custom.set(field.slice(CUSTOM.length), { index, heading });
    else for (const name in table) if (name === field) byField.set(name, { index, heading });
  }
  return { byField, custom, unknown: [], repeated: [] };
}
