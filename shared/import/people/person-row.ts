// Makes a person of a flat row: a row of a table, or a JSON object of plain values.

import { displayName, type PersonContent, type PositionContent } from '../../directory/people/person.ts';
import type { ExternalId } from '../../directory/record/fields.ts';
import { recordId } from '../../directory/record/record-id.ts';
import { isInForce } from '../../time/in-force.ts';
import { omitUndefined } from '../../values/omit-undefined.ts';
import type { PeopleField } from '../headings/people-headings.ts';
import {
  idByExternalId,
  idByNameAndEmail,
  joinIds,
  parseExternalId,
  parseOwnId,
} from '../matching/identity.ts';
import { keepFurther } from '../matching/listed-contacts.ts';
import { PEOPLE_LISTS } from '../rows/list-fields.ts';
import { readLists } from '../rows/read-lists.ts';
import type { ReadOptions, Row } from '../rows/row-source.ts';
import { normalizeZipCode, splitAddress } from '../rows/split-address.ts';
import { findTitles, splitName } from '../rows/split-name.ts';
import { addStatus, parseStatus } from '../rows/status.ts';
import { parseTerm } from '../rows/term.ts';
import { validateRow } from '../rows/validate-row.ts';
import { createValueCollector, type ValueCollector } from '../rows/value-collector.ts';
import { type Cell, parseActive, parseDay, parseEmail, parsePhone, parseWebAddress } from '../rows/values.ts';
import { collapseLines } from '../tables/flat-rows.ts';
import { ImportedPerson } from './imported-person.ts';
import {
  type AddressDraft,
  buildAddresses,
  buildLinks,
  buildOffices,
  type PersonDraft,
  parseContact,
} from './person-draft.ts';

/** What is a name or a word, on one line. */
const SINGLE_LINE_FIELDS = [
  'name',
  'firstName',
  'middleName',
  'lastName',
  'suffix',
  'title',
  'department',
  'organization',
  'staffOf',
  'staffTitle',
  'role',
  'district',
  'party',
  'gender',
  'city',
  'state',
  'country',
] as const satisfies readonly PeopleField[];

/** What a relationship may have as its title. */
const MAX_STAFF_TITLE = 200;

/** The cells of a row that have a value, by the field they mean. */
export type PersonCells = ReadonlyMap<PeopleField, Cell>;

/**
 * The person of a flat row. In a list of officials (`officials`), `state`, `start` and `end` are those of the
 * office; elsewhere `state` belongs to the address and the dates to the position.
 *
 * @param columns the fields that the file has, also where the row has no value of them
 */
export function parsePersonRow(
  row: string,
  read: PersonCells,
  officials: boolean,
  options: ReadOptions,
  columns: { has(field: PeopleField): boolean } = read,
): Row<PersonDraft> {
  const cells = collapseLines(read, SINGLE_LINE_FIELDS);
  const collector = createValueCollector();
  const text = (field: PeopleField): string | undefined => cells.get(field)?.value;
  const names = parseNames(cells);
  if (names.firstName === undefined && names.lastName === undefined) {
    return {
      row,
      problems: [{ field: 'name', reason: 'is missing: a first, last or full name is needed', value: '' }],
    };
  }
  const contact = parseContact(cells.get('email'), collector);
  const lists = readLists(PEOPLE_LISTS, cells, collector);
  const email = contact.email ?? lists.emails?.[0]?.value;
  const externalId =
    text('externalId') === undefined ? undefined : parseExternalId(text('externalId') ?? '', options);
  const id =
    externalId === undefined
      ? idByNameAndEmail({ name: displayName(names), email, organization: text('organization') }, options)
      : idByExternalId('person', externalId, options);
  const [secondaryCell, phoneCell, mobileCell] = (['secondaryEmail', 'phone', 'mobilePhone'] as const).map(
    (field) => cells.get(field),
  );
  const secondaryEmail = collector.accept(secondaryCell && parseEmail(secondaryCell));
  const mobilePhone = collector.accept(mobileCell && parsePhone(mobileCell));
  const phone =
    collector.accept(phoneCell && parsePhone(phoneCell)) ??
    (mobilePhone ? undefined : lists.phones?.[0]?.value);
  const image = cells.get('image');
  const url = cells.get('url');
  const isKeyContact = cells.get('isKeyContact');
  const [activeFrom, activeTo] = (['activeFrom', 'activeTo'] as const).map((field) => cells.get(field));
  const dates = {
    activeFrom: collector.accept(activeFrom && parseDay(activeFrom)),
    activeTo: collector.accept(activeTo && parseDay(activeTo)),
  };
  const statusCell = cells.get('isActive');
  const status = collector.accept(statusCell && parseStatus(statusCell)) ?? {};
  const content = omitUndefined({
    ...names,
    ...{
      email,
      secondaryEmail,
      emails: keepFurther([{ value: email }, { value: secondaryEmail }], lists.emails),
    },
    ...{
      ...{ phone, mobilePhone },
      phones: keepFurther([{ value: phone }, { value: mobilePhone, type: 'Mobile' }], lists.phones),
    },
    title: text('title'),
    department: text('department'),
    organizationName: text('organization'),
    gender: text('gender'),
    party: text('party'),
    imageThumbUrl: collector.accept(image && parseWebAddress(image)),
    isKeyContact: collector.accept(isKeyContact && parseActive(isKeyContact)) || undefined,
    tags: addStatus(lists.tags, status),
    otherNames: lists.otherNames,
    personTypes: lists.personTypes,
    addresses: lists.addresses ?? parseAddress(id, cells, officials, options),
    // Where a file lists positions, its titles are those of them.
    positions:
      officials || columns.has('positions') ? lists.positions : parsePosition(id, cells, collector, options),
    offices: lists.offices ?? (officials ? parseOffice(id, cells, collector, options) : undefined),
    links: lists.links ?? buildLinks([collector.accept(url && parseWebAddress(url))], contact.form),
    externalIds: joinIds(externalId, lists.externalIds),
    ...dates,
    isActive: parseActivity(status.isActive, dates, options),
  });
  return validateRow(row, ImportedPerson, content, collector.leftOut, (person) => ({
    id,
    content: person,
    // Officials are known by ids that their sources share.
    ...(!officials && describeMatching(externalId)),
    ...(lists.positions && { listsPositions: true }),
    ...parseOrganization(cells),
    ...parseStaff(cells),
  }));
}

/** Whether the person is active; one who is not on this day by their dates is not deactivated as well. */
function parseActivity(
  isActive: boolean | undefined,
  { activeFrom, activeTo }: Pick<PersonContent, 'activeFrom' | 'activeTo'>,
  { today }: ReadOptions,
): boolean | undefined {
  const isOver = today !== undefined && !isInForce({ startDate: activeFrom, endDate: activeTo }, today);
  return isActive === false && isOver ? undefined : isActive;
}

/** How a row is matched with people who exist; an id that names its own scheme is enough by itself. */
function describeMatching(externalId: ExternalId | undefined): Pick<PersonDraft, 'isMatched' | 'ownId'> {
  if (externalId?.identifier.includes('/')) return {};
  return { isMatched: true, ...omitUndefined({ ownId: parseOwnId(externalId?.identifier) }) };
}

/** The names: those the row gives apart, the others from the full name. */
function parseNames(cells: PersonCells) {
  const full = cells.get('name')?.value;
  const apart = omitUndefined({
    firstName: cells.get('firstName')?.value,
    middleName: cells.get('middleName')?.value,
    lastName: cells.get('lastName')?.value,
    suffix: cells.get('suffix')?.value,
  });
  const split = full === undefined || apart.firstName || apart.lastName ? {} : splitName(full);
  const names: Pick<PersonContent, 'firstName' | 'middleName' | 'lastName' | 'suffix'> = {
    ...split,
    ...apart,
  };
  const inverted = full?.includes(',') && !apart.firstName && !apart.lastName;
  if (full === undefined || !inverted) return { ...names, ...omitUndefined({ displayName: full }) };
  return { ...names, displayName: [findTitles(full), displayName(names)].filter(Boolean).join(' ') };
}

function parseAddress(id: string, cells: PersonCells, officials: boolean, options: ReadOptions) {
  const value = (field: PeopleField): string | undefined => cells.get(field)?.value;
  const written = value('address');
  const zip = value('zipCode');
  const draft: AddressDraft = {
    ...(written === undefined ? {} : splitAddress(written)),
    ...omitUndefined({
      label: value('office'),
      street: value('street'),
      street2: value('street2'),
      city: value('city'),
      state: officials ? undefined : value('state'),
      zipCode: zip === undefined ? undefined : normalizeZipCode(zip, value('country')),
      country: value('country'),
      fax: value('fax'),
    }),
  };
  const { label: _, ...parts } = draft;
  return Object.keys(parts).length === 0 ? undefined : buildAddresses(id, [draft], options);
}

function parsePosition(
  id: string,
  cells: PersonCells,
  collector: ValueCollector,
  { tenantCode }: ReadOptions,
): PositionContent[] | undefined {
  const organizationName = cells.get('organization')?.value;
  const title = cells.get('title')?.value;
  const department = cells.get('department')?.value;
  const named = title ?? department ?? organizationName;
  if (named === undefined) return undefined;
  const term = parseTerm(cells.get('startDate'), cells.get('endDate'), `the position "${named}"`, collector);
  if (term === undefined) return undefined;
  const key = JSON.stringify([id, organizationName?.toLowerCase() ?? '', term.startDate ?? '']);
  return [
    {
      id: recordId(tenantCode, 'position', key),
      ...omitUndefined({ organizationName, title, department }),
      ...term,
    },
  ];
}

function parseOffice(id: string, cells: PersonCells, collector: ValueCollector, options: ReadOptions) {
  const role = cells.get('role')?.value;
  if (role === undefined) return undefined;
  const state = cells.get('state')?.value;
  const district = cells.get('district')?.value;
  const of = ['the office', role, state, district].filter(Boolean).join(' ');
  const term = parseTerm(cells.get('startDate'), cells.get('endDate'), of, collector);
  return term && buildOffices(id, [{ role, state, district, term }], options);
}

function parseOrganization(cells: PersonCells): Pick<PersonDraft, 'organization'> {
  const name = cells.get('organization');
  const externalId = cells.get('organizationId');
  if (name === undefined && externalId === undefined) return {};
  return {
    organization: {
      field: externalId?.field ?? name?.field ?? '',
      ...omitUndefined({ externalId: externalId?.value, name: name?.value }),
    },
  };
}

/** The official for whom the person works; as what is the title where nothing else is said. */
function parseStaff(cells: PersonCells): Pick<PersonDraft, 'staffOf'> {
  const [id, name] = [cells.get('staffOfId'), cells.get('staffOf')];
  if (id === undefined && name === undefined) return {};
  const title = (cells.get('staffTitle') ?? cells.get('title'))?.value;
  return { staffOf: { official: omitUndefined({ id, name }), title: title?.slice(0, MAX_STAFF_TITLE) } };
}
