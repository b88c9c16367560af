// What is blank in a list of people or organizations is absent there: it clears nothing that is stored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type OrganizationItem,
  organizationsByName,
} from '../../shared/directory/organizations/organization-store.ts';
import { type PersonItem, peopleByName } from '../../shared/directory/people/person-store.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importText } from './import-into.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const unchanged = { created: 0, updated: 0, unchanged: 1, refused: 0 };

const findPerson = async (lastName: string): Promise<PersonItem | undefined> => {
  const tenant = platform.store('demo');
  const { items } = await tenant.query(peopleByName(tenant), { beginsWith: `${lastName}#` });
  return items[0];
};
const findOrganization = async (wanted: string): Promise<OrganizationItem | undefined> => {
  const tenant = platform.store('demo');
  return (await tenant.queryAll(organizationsByName(tenant))).find(({ name }) => name === wanted);
};

const toCsv = (row: Readonly<Record<string, string>>): string =>
  `${Object.keys(row).join(',')}\n${Object.values(row)
    .map((value) => `"${value}"`)
    .join(',')}\n`;
/** The row with every value blank but those that identify the record. */
const blank = (row: Readonly<Record<string, string>>, text: string, identity: readonly string[]) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, identity.includes(name) ? value : text]),
  );
const kinds = [
  ['empty text', ''],
  ['only blanks', '   '],
] as const;

describe('a table of people', () => {
  const row = {
    Id: 'blank/1',
    'First Name': 'Ada',
    'Middle Name': 'B',
    'Last Name': 'Blankcsv',
    Suffix: 'Jr.',
    Email: 'ada@example.org',
    'Secondary Email': 'home@example.org',
    Phone: '410-555-0100',
    Mobile: '410-555-0101',
    Title: 'Clerk',
    Department: 'Records',
    Organization: 'City of Blank',
    Address: '12 Harbor St, Rivertown, MD 21401',
    Fax: '410-555-0102',
    Country: 'US',
    Gender: 'female',
    Party: 'Unity',
    Image: 'https://example.org/ada.jpg',
    Website: 'https://example.org/ada',
    'Start Date': '2024-01-01',
    'End Date': '2028-01-01',
    Active: 'yes',
  };

  it.each(kinds)('clears nothing with %s', async (_, text) => {
    await importText('people', toCsv(row));
    const before = await findPerson('blankcsv');
    expect(before).toMatchObject({ email: 'ada@example.org', positions: [{ title: 'Clerk' }] });
    const { counts } = await importText('people', toCsv(blank(row, text, ['Id', 'Last Name'])));
    expect(counts.people).toEqual(unchanged);
    expect(await findPerson('blankcsv')).toEqual(before);
  });

  // Organization and start date identify a position: without one of them it is another.
  const identity = ['Id', 'Last Name', 'Organization', 'Start Date'];
  it.each(Object.keys(row).filter((name) => !identity.includes(name)))(
    'clears nothing with a blank %s alone',
    async (heading) => {
      await importText('people', toCsv(row));
      const { counts } = await importText('people', toCsv({ ...row, [heading]: '' }));
      expect(counts.people).toEqual(unchanged);
    },
  );
});

describe("legislators' JSON", () => {
  const entry = {
    id: 'ocd-person/blank-1',
    state: 'MD',
    name: 'Ada Blankjson',
    given_name: 'Ada',
    middle_name: 'B',
    family_name: 'Blankjson',
    suffix: 'Jr.',
    gender: 'female',
    email: 'ada@example.org',
    image: 'https://example.org/ada.jpg',
    party: [{ name: 'Unity' }],
    roles: [{ type: 'upper', district: '12', start_date: '2024-01-10', end_date: '2028-01-10' }],
    offices: [{ classification: 'capitol', address: 'Room 4; Annapolis, MD 21401', voice: '410-555-0100' }],
    links: [{ url: 'https://example.org/ada' }],
    ids: { youtube: 'ada' },
    other_names: [{ name: 'A. Blank' }],
  };
  const read = (value: unknown) => importText('people', JSON.stringify([value]), { name: 'people.json' });

  it.each([
    ['given_name', { given_name: '' }],
    ['middle_name', { middle_name: '  ' }],
    ['suffix', { suffix: '' }],
    ['gender', { gender: '' }],
    ['email', { email: '' }],
    ['image', { image: '' }],
    ['party', { party: '' }],
    ['the name of the party', { party: [{ name: '' }] }],
    ['roles', { roles: '' }],
    ['offices', { offices: '' }],
    ['links', { links: '' }],
    ['a link', { links: [{ url: '' }] }],
    ['ids', { ids: '' }],
    ['an id', { ids: { youtube: '' } }],
    ['other_names', { other_names: '' }],
    ['another name', { other_names: [{ name: '' }] }],
    ["a role's end", { roles: [{ ...entry.roles[0], end_date: '' }] }],
    ["an office's address", { offices: [{ ...entry.offices[0], address: '' }] }],
    ["an office's telephone number", { offices: [{ ...entry.offices[0], voice: '' }] }],
  ])('clears nothing when blank is %s', async (_, change) => {
    await read(entry);
    const before = await findPerson('blankjson');
    expect(before).toMatchObject({ party: 'Unity', offices: [{ district: '12' }] });
    const { counts } = await read({ ...entry, ...change });
    expect(await findPerson('blankjson')).toEqual(before);
    expect(counts.people).toEqual(unchanged);
  });
});

describe('a list of organizations', () => {
  const row = {
    ID: 'blank-org/1',
    Name: 'Town of Blank',
    Type: 'City',
    Description: 'A town.',
    Email: 'office@example.org',
    Phone: '410-555-0100',
    Fax: '410-555-0102',
    Website: 'https://example.org/',
    Image: 'https://example.org/seal.png',
    Parent: 'County of Blank',
    Street: '12 Harbor St',
    City: 'Rivertown',
    State: 'MD',
    Zip: '21401',
    Country: 'US',
    Active: 'yes',
  };

  it.each([
    ['csv', toCsv],
    ['json', (value: object) => JSON.stringify([value])],
  ] as const)('in %s clears nothing with a blank value', async (format, toText) => {
    const read = (value: Readonly<Record<string, string>>) =>
      importText('organizations', toText(value), { name: `list.${format}` });
    await importText('organizations', 'Name\nCounty of Blank\n');
    await read(row);
    const before = await findOrganization('Town of Blank');
    expect(before).toMatchObject({ description: 'A town.', addresses: [{ city: 'Rivertown' }] });
    expect(before?.parentId).toBeDefined();
    for (const change of [
      ...Object.keys(row)
        .filter((name) => !['ID', 'Name'].includes(name))
        .map((name) => ({ ...row, [name]: '' })),
      blank(row, '', ['ID', 'Name']),
      blank(row, '  ', ['ID', 'Name']),
    ]) {
      const { counts } = await read(change);
      expect(await findOrganization('Town of Blank')).toEqual(before);
      expect(counts.organizations).toEqual(unchanged);
    }
  });
});
