// Reads the members of the Congress with their terms, offices and ids (unitedstates/congress-legislators).
import type { ExternalId } from '../../../shared/directory/fields.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { PersonContent } from '../../../shared/directory/person.ts';
import { partyName } from '../../../shared/legislature/parties.ts';
import { checkedRow } from './validate-row.ts';
import { idByExternalId } from './identity.ts';
import { isObject, type JsonObject, notAnObject, objectsOf, textIn } from './json.ts';
import { type Keeper, createValueCollector } from './value-collector.ts';
import { once } from './refuse-duplicate.ts';
import { buildAddresses, buildLinks, type OfficeDraft, buildOffices, type PersonDraft } from './person-draft.ts';
import type { Reading, ReadOptions, Row } from './row-source.ts';
import { splitAddress } from './split-address.ts';
import { termIn } from './term.ts';
import { type Cell, phoneIn, webAddressIn } from './values.ts';

/** The ids worth keeping: those that other public data names members by. */
const schemes = ['thomas', 'lis', 'govtrack', 'opensecrets', 'votesmart', 'icpsr', 'wikidata'] as const;

const roles: Readonly<Record<string, string>> = { rep: 'lower', sen: 'upper' };
const genders: Readonly<Record<string, string>> = { F: 'Female', M: 'Male' };
const JURISDICTION = 'ocd-jurisdiction/country:us/government';

const within = (entry: JsonObject, member: string): JsonObject => {
  const value = entry[member];
  return isObject(value) ? value : {};
};

/** Whether an entry of a JSON list is such a member. */
export const isCongressLegislator = (entry: JsonObject): boolean =>
  textIn(within(entry, 'id').bioguide) !== undefined && Array.isArray(entry.terms);

/** Whether an entry is the list of a member's offices at home. */
export const isDistrictOffices = (entry: JsonObject): boolean =>
  textIn(within(entry, 'id').bioguide) !== undefined && Array.isArray(entry.offices);

/** The members among the entries of a list; `homes` are the lists of their offices at home. */
export function congressLegislatorsIn(
  entries: readonly unknown[],
  homes: readonly JsonObject[],
  options: ReadOptions,
): Reading<PersonDraft> {
  const officesAtHome = new Map(
    homes.map((home) => [textIn(within(home, 'id').bioguide) ?? '', objectsOf(home.offices)]),
  );
  const seen = new Map<string, string>();
  return {
    total: entries.length,
    remarks: [],
    rows: entries.map((entry, index) =>
      once(memberIn(String(index + 1), entry, officesAtHome, options), seen),
    ),
  };
}

function memberIn(
  row: string,
  entry: unknown,
  homes: ReadonlyMap<string, readonly JsonObject[]>,
  options: ReadOptions,
): Row<PersonDraft> {
  if (!isObject(entry)) return notAnObject(row, entry);
  const keep = createValueCollector();
  const ids = within(entry, 'id');
  const bioguide = textIn(ids.bioguide);
  if (bioguide === undefined)
    return { row, faults: [{ field: 'id.bioguide', reason: 'is missing', value: '' }] };
  const name = within(entry, 'name');
  const terms = objectsOf(entry.terms);
  const last = terms.at(-1) ?? {};
  const externalId: ExternalId = { scheme: 'bioguide', identifier: bioguide };
  const id = idByExternalId('person', externalId, options);
  const form = cell(last, 'contact_form');
  const page = cell(last, 'url');
  const addresses = buildAddresses(id, addressesIn(last, homes.get(bioguide) ?? [], keep), options);
  const offices = buildOffices(
    id,
    terms.flatMap((term, index) => officeIn(term, index, keep)),
    options,
  );
  const party = textIn(last.party);
  const first = textIn(name.first);
  const family = textIn(name.last);
  const content = omitUndefined({
    firstName: first,
    middleName: textIn(name.middle),
    lastName: family,
    suffix: textIn(name.suffix),
    displayName: textIn(name.official_full) ?? [first, family].filter(Boolean).join(' '),
    gender: genders[textIn(within(entry, 'bio').gender) ?? ''],
    party: party === undefined ? undefined : partyName(party),
    phone: addresses[0]?.label === 'capitol' ? addresses[0].phone : undefined,
    addresses: addresses.length === 0 ? undefined : addresses,
    offices: offices.length === 0 ? undefined : offices,
    links: buildLinks([page && keep.keep(webAddressIn(page))], form && keep.keep(webAddressIn(form))),
    otherNames: textIn(name.nickname) === undefined ? undefined : [`${textIn(name.nickname)} ${family}`],
    externalIds: [externalId, ...otherIds(ids)],
  });
  return checkedRow(row, PersonContent, content, keep.leftOut, (person) => ({ id, content: person }));
}

const cell = (object: JsonObject, field: string): Cell | undefined => {
  const value = textIn(object[field]);
  return value === undefined ? undefined : { field, value };
};
const cellValue = (object: JsonObject, field: string) => {
  const found = cell(object, field);
  return found && phoneIn(found);
};

const otherIds = (ids: JsonObject): ExternalId[] =>
  schemes.flatMap((scheme) => {
    const identifier = textIn(ids[scheme]);
    return identifier === undefined ? [] : [{ scheme, identifier }];
  });

function officeIn(term: JsonObject, index: number, keep: Keeper): OfficeDraft[] {
  const role = roles[textIn(term.type) ?? ''];
  const field = `terms.${index}`;
  if (role === undefined) {
    keep.leave({
      field: `${field}.type`,
      reason: 'is neither rep nor sen; the term is left out',
      value: textIn(term.type) ?? '',
    });
    return [];
  }
  const state = textIn(term.state);
  const district = textIn(term.district);
  const dated = termIn(
    cell(term, 'start'),
    cell(term, 'end'),
    ['the term', role, state, district].filter(Boolean).join(' '),
    keep,
  );
  return dated === undefined ? [] : [{ role, state, district, jurisdiction: JURISDICTION, term: dated }];
}

/** The office at the Capitol, then those at home. */
function addressesIn(term: JsonObject, homes: readonly JsonObject[], keep: Keeper) {
  const capitol = textIn(term.address);
  return [
    ...(capitol === undefined
      ? []
      : [
          omitUndefined({
            ...splitAddress(capitol),
            label: 'capitol',
            phone: keep.keep(cellValue(term, 'phone')),
            fax: keep.keep(cellValue(term, 'fax')),
          }),
        ]),
    ...homes.map((home) =>
      omitUndefined({
        street: textIn(home.address) ?? textIn(home.building),
        street2: textIn(home.suite),
        city: textIn(home.city),
        state: textIn(home.state),
        zipCode: textIn(home.zip),
        label: 'district',
        phone: keep.keep(cellValue(home, 'phone')),
        fax: keep.keep(cellValue(home, 'fax')),
      }),
    ),
  ];
}
