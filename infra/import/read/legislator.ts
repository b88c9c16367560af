// Makes a person of a legislator's JSON entry: roles with dates, offices with addresses, other names and ids.

import { displayName } from '../../../shared/directory/people/person.ts';
import {
  idByExternalId,
  idByNameAndEmail,
  parseExternalId,
} from '../../../shared/import/matching/identity.ts';
import { ImportedPerson } from '../../../shared/import/people/imported-person.ts';
import {
  buildAddresses,
  buildLinks,
  buildOffices,
  type OfficeDraft,
  type PersonDraft,
  parseContact,
} from '../../../shared/import/people/person-draft.ts';
import type { ReadOptions, Row } from '../../../shared/import/rows/row-source.ts';
import { splitAddress } from '../../../shared/import/rows/split-address.ts';
import { parseTerm } from '../../../shared/import/rows/term.ts';
import { validateRow } from '../../../shared/import/rows/validate-row.ts';
import { createValueCollector, type ValueCollector } from '../../../shared/import/rows/value-collector.ts';
import { type Cell, parsePhone, parseWebAddress, readText } from '../../../shared/import/rows/values.ts';
import { isObject, type JsonObject, readObjects } from '../../../shared/import/tables/json-object.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';

/** The members that such an entry may have; any other is reported once as unknown. */
export const LEGISLATOR_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'state',
  'kind',
  'name',
  'given_name',
  'middle_name',
  'family_name',
  'suffix',
  'gender',
  'email',
  'image',
  'party',
  'roles',
  'offices',
  'links',
  'ids',
  'other_names',
  'other_identifiers',
]);

/** Whether an entry is of this shape rather than a flat object. */
export function isLegislator(entry: JsonObject): boolean {
  return Array.isArray(entry.roles) || Array.isArray(entry.offices) || Array.isArray(entry.party);
}

/** The person of a legislator's entry. Without an id, the email address and the name identify them. */
export function parseLegislator(row: string, entry: JsonObject, options: ReadOptions): Row<PersonDraft> {
  const collector = createValueCollector();
  const names = omitUndefined({
    firstName: readText(entry.given_name),
    middleName: readText(entry.middle_name),
    lastName: readText(entry.family_name),
    suffix: readText(entry.suffix),
  });
  const full = readText(entry.name);
  if (names.lastName === undefined && full === undefined) {
    return {
      row,
      problems: [{ field: 'name', reason: 'is missing: name or family_name is needed', value: '' }],
    };
  }
  const contact = parseContact(readCell(entry, 'email'), collector);
  const name = full ?? displayName(names);
  const identifier = readText(entry.id);
  const externalId = identifier === undefined ? undefined : parseExternalId(identifier, options);
  const id =
    externalId === undefined
      ? idByNameAndEmail({ name, email: contact.email }, options)
      : idByExternalId('person', externalId, options);
  const addresses = buildAddresses(id, parseAddresses(entry, collector), options);
  const offices = buildOffices(id, parseOffices(entry, collector), options);
  const image = readCell(entry, 'image');
  const content = omitUndefined({
    ...names,
    ...(names.lastName === undefined ? { lastName: name } : {}),
    displayName: full,
    email: contact.email,
    phone: addresses.find((address) => address.phone !== undefined)?.phone,
    gender: readText(entry.gender),
    party: parseParty(entry),
    imageThumbUrl: collector.accept(image && parseWebAddress(image)),
    addresses: unlessEmpty(addresses),
    offices: unlessEmpty(offices),
    links: buildLinks(parseLinks(entry, collector), contact.form),
    externalIds: unlessEmpty([...(externalId ? [externalId] : []), ...parseIdentifiers(entry)]),
    otherNames: unlessEmpty([
      ...new Set(readObjects(entry.other_names).flatMap((other) => readText(other.name) ?? [])),
    ]),
  });
  return validateRow(row, ImportedPerson, content, collector.leftOut, (person) => ({ id, content: person }));
}

function parseOffices(entry: JsonObject, collector: ValueCollector): OfficeDraft[] {
  return readObjectList(entry, 'roles', collector).flatMap((role, index) => {
    const type = readText(role.type);
    if (type === undefined) {
      collector.leaveOut({
        field: `roles.${index}.type`,
        reason: 'is missing; the role is left out',
        value: '',
      });
      return [];
    }
    const state = readText(entry.state);
    const district = readText(role.district);
    const of = ['the office', type, state, district].filter(Boolean).join(' ');
    const path = `roles.${index}.`;
    const term = parseTerm(
      readCell(role, 'start_date', path),
      readCell(role, 'end_date', path),
      of,
      collector,
    );
    if (term === undefined) return [];
    const jurisdiction = readText(role.jurisdiction);
    return [{ role: type, state, district, jurisdiction, endReason: readText(role.end_reason), term }];
  });
}

function parseAddresses(entry: JsonObject, collector: ValueCollector) {
  return readObjectList(entry, 'offices', collector).map((office, index) => {
    const path = `offices.${index}.`;
    const voice = readCell(office, 'voice', path);
    const fax = readCell(office, 'fax', path);
    return omitUndefined({
      ...splitAddress(readText(office.address) ?? ''),
      label: readText(office.classification),
      phone: collector.accept(voice && parsePhone(voice)),
      fax: collector.accept(fax && parsePhone(fax)),
    });
  });
}

/** The objects of a list; any other value in it, or in its place, is left out and reported. */
function readObjectList(entry: JsonObject, member: string, collector: ValueCollector): readonly JsonObject[] {
  const value = entry[member];
  if (value === undefined || value === null) return [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const item of items) {
    if (!isObject(item))
      collector.leaveOut({ field: member, reason: 'is not a JSON object', value: JSON.stringify(item) });
  }
  return items.filter(isObject);
}

/** The party of today: the last one that has not ended. */
function parseParty(entry: JsonObject): string | undefined {
  const parties = readObjects(entry.party);
  return readText(
    (parties.findLast((party) => readText(party.end_date) === undefined) ?? parties.at(-1))?.name,
  );
}

function parseLinks(entry: JsonObject, collector: ValueCollector): (string | undefined)[] {
  if (!Array.isArray(entry.links)) return [];
  return entry.links.map((link: unknown, index) => {
    const value = readText(isObject(link) ? link.url : link);
    return value === undefined
      ? undefined
      : collector.accept(parseWebAddress({ field: `links.${index}`, value }));
  });
}

function parseIdentifiers(entry: JsonObject) {
  const accounts = isObject(entry.ids) ? Object.entries(entry.ids) : [];
  return [
    ...accounts.map(([scheme, identifier]) => ({ scheme, identifier: readText(identifier) })),
    ...readObjects(entry.other_identifiers).map((other) => ({
      scheme: readText(other.scheme),
      identifier: readText(other.identifier),
    })),
  ].flatMap(({ scheme, identifier }) => (scheme && identifier ? [{ scheme, identifier }] : []));
}

function readCell(object: JsonObject, member: string, path = ''): Cell | undefined {
  const value = readText(object[member]);
  return value === undefined ? undefined : { field: path + member, value };
}

const unlessEmpty = <T>(entries: readonly T[]): readonly T[] | undefined =>
  entries.length === 0 ? undefined : entries;
