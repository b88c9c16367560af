// Makes a person of a legislator's JSON entry: roles with dates, offices with addresses, other names and ids.
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { displayName, PersonContent } from '../../../shared/directory/person.ts';
import { checkedRow } from './validate-row.ts';
import { externalIdOf, idByExternalId, idByNameAndEmail } from './identity.ts';
import { isObject, type JsonObject, objectsOf, textIn } from './json.ts';
import { type Keeper, createValueCollector } from './value-collector.ts';
import {
  buildAddresses,
  contactIn,
  buildLinks,
  type OfficeDraft,
  buildOffices,
  type PersonDraft,
} from './person-draft.ts';
import type { ReadOptions, Row } from './row-source.ts';
import { splitAddress } from './split-address.ts';
import { termIn } from './term.ts';
import { type Cell, phoneIn, webAddressIn } from './values.ts';

/** The members that such an entry may have; any other is reported once as unknown. */
export const LEGISLATOR_MEMBERS: ReadonlySet<string> = new Set([
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

/** The person of a legislator's entry. Without an id, the email address and the name tell who it is. */
export function personInLegislator(row: string, entry: JsonObject, options: ReadOptions): Row<PersonDraft> {
  const keep = createValueCollector();
  const names = omitUndefined({
    firstName: textIn(entry.given_name),
    middleName: textIn(entry.middle_name),
    lastName: textIn(entry.family_name),
    suffix: textIn(entry.suffix),
  });
  const full = textIn(entry.name);
  if (names.lastName === undefined && full === undefined) {
    return {
      row,
      faults: [{ field: 'name', reason: 'is missing: name or family_name is needed', value: '' }],
    };
  }
  const contact = contactIn(cellIn(entry, 'email'), keep);
  const name = full ?? displayName(names);
  const identifier = textIn(entry.id);
  const externalId = identifier === undefined ? undefined : externalIdOf(identifier, options);
  const id =
    externalId === undefined
      ? idByNameAndEmail({ name, email: contact.email }, options)
      : idByExternalId('person', externalId, options);
  const addresses = buildAddresses(id, addressDrafts(entry, keep), options);
  const offices = buildOffices(id, officeDrafts(entry, keep), options);
  const image = cellIn(entry, 'image');
  const content = omitUndefined({
    ...names,
    ...(names.lastName === undefined ? { lastName: name } : {}),
    displayName: full,
    email: contact.email,
    phone: addresses.find((address) => address.phone !== undefined)?.phone,
    gender: textIn(entry.gender),
    party: partyIn(entry),
    imageThumbUrl: keep.keep(image && webAddressIn(image)),
    addresses: listed(addresses),
    offices: listed(offices),
    links: buildLinks(pagesIn(entry, keep), contact.form),
    externalIds: listed([...(externalId ? [externalId] : []), ...identifiersIn(entry)]),
    otherNames: listed([
      ...new Set(objectsOf(entry.other_names).flatMap((other) => textIn(other.name) ?? [])),
    ]),
  });
  return checkedRow(row, PersonContent, content, keep.leftOut, (person) => ({ id, content: person }));
}

function officeDrafts(entry: JsonObject, keep: Keeper): OfficeDraft[] {
  return objectsIn(entry, 'roles', keep).flatMap((role, index) => {
    const type = textIn(role.type);
    if (type === undefined) {
      keep.leave({ field: `roles.${index}.type`, reason: 'is missing; the role is left out', value: '' });
      return [];
    }
    const state = textIn(entry.state);
    const district = textIn(role.district);
    const of = ['the office', type, state, district].filter(Boolean).join(' ');
    const path = `roles.${index}.`;
    const term = termIn(cellIn(role, 'start_date', path), cellIn(role, 'end_date', path), of, keep);
    if (term === undefined) return [];
    const jurisdiction = textIn(role.jurisdiction);
    return [{ role: type, state, district, jurisdiction, endReason: textIn(role.end_reason), term }];
  });
}

function addressDrafts(entry: JsonObject, keep: Keeper) {
  return objectsIn(entry, 'offices', keep).map((office, index) => {
    const path = `offices.${index}.`;
    const voice = cellIn(office, 'voice', path);
    const fax = cellIn(office, 'fax', path);
    return omitUndefined({
      ...splitAddress(textIn(office.address) ?? ''),
      label: textIn(office.classification),
      phone: keep.keep(voice && phoneIn(voice)),
      fax: keep.keep(fax && phoneIn(fax)),
    });
  });
}

/** The objects of a list; what else stands in it, or in its place, is left out and told. */
function objectsIn(entry: JsonObject, member: string, keep: Keeper): readonly JsonObject[] {
  const value = entry[member];
  if (value === undefined || value === null) return [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const item of items) {
    if (!isObject(item))
      keep.leave({ field: member, reason: 'is not a JSON object', value: JSON.stringify(item) });
  }
  return items.filter(isObject);
}

/** The party of today: the last one that has not ended. */
function partyIn(entry: JsonObject): string | undefined {
  const parties = objectsOf(entry.party);
  return textIn((parties.findLast((party) => textIn(party.end_date) === undefined) ?? parties.at(-1))?.name);
}

function pagesIn(entry: JsonObject, keep: Keeper): (string | undefined)[] {
  if (!Array.isArray(entry.links)) return [];
  return entry.links.map((link: unknown, index) => {
    const value = textIn(isObject(link) ? link.url : link);
    return value === undefined ? undefined : keep.keep(webAddressIn({ field: `links.${index}`, value }));
  });
}

function identifiersIn(entry: JsonObject) {
  const accounts = isObject(entry.ids) ? Object.entries(entry.ids) : [];
  return [
    ...accounts.map(([scheme, identifier]) => ({ scheme, identifier: textIn(identifier) })),
    ...objectsOf(entry.other_identifiers).map((other) => ({
      scheme: textIn(other.scheme),
      identifier: textIn(other.identifier),
    })),
  ].flatMap(({ scheme, identifier }) => (scheme && identifier ? [{ scheme, identifier }] : []));
}

function cellIn(object: JsonObject, member: string, path = ''): Cell | undefined {
  const value = textIn(object[member]);
  return value === undefined ? undefined : { field: path + member, value };
}

const listed = <T>(entries: readonly T[]): readonly T[] | undefined =>
  entries.length === 0 ? undefined : entries;
