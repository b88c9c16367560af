// Reads the members of the Congress with their terms, offices and ids (unitedstates/congress-legislators).
import type { ExternalId } from '../../../shared/directory/record/fields.ts';
import { idByExternalId } from '../../../shared/import/matching/identity.ts';
import { ImportedPerson } from '../../../shared/import/people/imported-person.ts';
import {
  buildAddresses,
  buildLinks,
  buildOffices,
  type OfficeDraft,
  type PersonDraft,
} from '../../../shared/import/people/person-draft.ts';
import { refuseDuplicate } from '../../../shared/import/rows/refuse-duplicate.ts';
import type { ReadOptions, Row, RowSource } from '../../../shared/import/rows/row-source.ts';
import { splitAddress } from '../../../shared/import/rows/split-address.ts';
import { parseTerm } from '../../../shared/import/rows/term.ts';
import { validateRow } from '../../../shared/import/rows/validate-row.ts';
import { createValueCollector, type ValueCollector } from '../../../shared/import/rows/value-collector.ts';
import { type Cell, parsePhone, parseWebAddress, readText } from '../../../shared/import/rows/values.ts';
import {
  isObject,
  type JsonObject,
  readObject,
  readObjects,
  refuseNonObject,
} from '../../../shared/import/tables/json-object.ts';
import { partyName } from '../../../shared/legislature/parties.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';

/** The ids worth keeping: those that other public data names members by. */
const schemes = ['thomas', 'lis', 'govtrack', 'opensecrets', 'votesmart', 'icpsr', 'wikidata'] as const;

const roles: Readonly<Record<string, string>> = { rep: 'lower', sen: 'upper' };
const genders: Readonly<Record<string, string>> = { F: 'Female', M: 'Male' };
const JURISDICTION = 'ocd-jurisdiction/country:us/government';

/** Whether an entry of a JSON list is such a member. */
export const isCongressLegislator = (entry: JsonObject): boolean =>
  readText(readObject(entry.id).bioguide) !== undefined && Array.isArray(entry.terms);

/** Whether an entry is the list of a member's offices at home. */
export const isDistrictOffices = (entry: JsonObject): boolean =>
  readText(readObject(entry.id).bioguide) !== undefined && Array.isArray(entry.offices);

/** The members among the entries of a list; `homes` are the lists of their offices at home. */
export function parseCongressLegislators(
  entries: readonly unknown[],
  homes: readonly JsonObject[],
  options: ReadOptions,
): RowSource<PersonDraft> {
  const officesAtHome = new Map(
    homes.map((home) => [readText(readObject(home.id).bioguide) ?? '', readObjects(home.offices)]),
  );
  const seen = new Map<string, string>();
  return {
    total: entries.length,
    remarks: [],
    rows: entries.map((entry, index) =>
      refuseDuplicate(parseMember(String(index + 1), entry, officesAtHome, options), seen),
    ),
  };
}

function parseMember(
  row: string,
  entry: unknown,
  homes: ReadonlyMap<string, readonly JsonObject[]>,
  options: ReadOptions,
): Row<PersonDraft> {
  if (!isObject(entry)) return refuseNonObject(row, entry);
  const collector = createValueCollector();
  const ids = readObject(entry.id);
  const bioguide = readText(ids.bioguide);
  if (bioguide === undefined)
    return { row, problems: [{ field: 'id.bioguide', reason: 'is missing', value: '' }] };
  const name = readObject(entry.name);
  const terms = readObjects(entry.terms);
  const last = terms.at(-1) ?? {};
  const externalId: ExternalId = { scheme: 'bioguide', identifier: bioguide };
  const id = idByExternalId('person', externalId, options);
  const form = readCell(last, 'contact_form');
  const page = readCell(last, 'url');
  const addresses = buildAddresses(id, parseAddresses(last, homes.get(bioguide) ?? [], collector), options);
  const offices = buildOffices(
    id,
    terms.flatMap((term, index) => parseOffice(term, index, collector)),
    options,
  );
  const party = readText(last.party);
  const first = readText(name.first);
  const family = readText(name.last);
  const content = omitUndefined({
    firstName: first,
    middleName: readText(name.middle),
    lastName: family,
    suffix: readText(name.suffix),
    displayName: readText(name.official_full) ?? [first, family].filter(Boolean).join(' '),
    gender: genders[readText(readObject(entry.bio).gender) ?? ''],
    party: party === undefined ? undefined : partyName(party),
    phone: addresses[0]?.label === 'capitol' ? addresses[0].phone : undefined,
    addresses: addresses.length === 0 ? undefined : addresses,
    offices: offices.length === 0 ? undefined : offices,
    links: buildLinks(
      [page && collector.accept(parseWebAddress(page))],
      form && collector.accept(parseWebAddress(form)),
    ),
    otherNames: readText(name.nickname) === undefined ? undefined : [`${readText(name.nickname)} ${family}`],
    externalIds: [externalId, ...parseOtherIds(ids)],
  });
  return validateRow(row, ImportedPerson, content, collector.leftOut, (person) => ({ id, content: person }));
}

const readCell = (object: JsonObject, field: string): Cell | undefined => {
  const value = readText(object[field]);
  return value === undefined ? undefined : { field, value };
};
const readPhone = (object: JsonObject, field: string) => {
  const found = readCell(object, field);
  return found && parsePhone(found);
};

const parseOtherIds = (ids: JsonObject): ExternalId[] =>
  schemes.flatMap((scheme) => {
    const identifier = readText(ids[scheme]);
    return identifier === undefined ? [] : [{ scheme, identifier }];
  });

function parseOffice(term: JsonObject, index: number, collector: ValueCollector): OfficeDraft[] {
  const role = roles[readText(term.type) ?? ''];
  const field = `terms.${index}`;
  if (role === undefined) {
    collector.leaveOut({
      field: `${field}.type`,
      reason: 'is neither rep nor sen; the term is left out',
      value: readText(term.type) ?? '',
    });
    return [];
  }
  const state = readText(term.state);
  const district = readText(term.district);
  const dated = parseTerm(
    readCell(term, 'start'),
    readCell(term, 'end'),
    ['the term', role, state, district].filter(Boolean).join(' '),
    collector,
  );
  return dated === undefined ? [] : [{ role, state, district, jurisdiction: JURISDICTION, term: dated }];
}

/** The office at the Capitol, then those at home. */
function parseAddresses(term: JsonObject, homes: readonly JsonObject[], collector: ValueCollector) {
  const capitol = readText(term.address);
  return [
    ...(capitol === undefined
      ? []
      : [
          omitUndefined({
            ...splitAddress(capitol),
            label: 'capitol',
            phone: collector.accept(readPhone(term, 'phone')),
            fax: collector.accept(readPhone(term, 'fax')),
          }),
        ]),
    ...homes.map((home) =>
      omitUndefined({
        street: readText(home.address) ?? readText(home.building),
        street2: readText(home.suite),
        city: readText(home.city),
        state: readText(home.state),
        zipCode: readText(home.zip),
        label: 'district',
        phone: collector.accept(readPhone(home, 'phone')),
        fax: collector.accept(readPhone(home, 'fax')),
      }),
    ),
  ];
}
