// Organizations with their hierarchy, the people who name them, and committees: imported, and read over HTTP.
// Rules: docs/interface/crm.md#organization-tree.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  committeeById,
  committeesByName,
  listCommitteeMembers,
  listPersonCommittees,
} from '../../shared/directory/committees/committee-store.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importText } from './import-into.ts';

let platform: TestPlatform;
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.organizations.read'],
  });
});
afterAll(() => platform.stop());

interface Lite {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly parentId: string | null;
}

async function organizations(): Promise<readonly Lite[]> {
  const { body } = await platform.call('GET', 'crm', '/api/v1/Organization/OrganizationListLite', {
    tenant: 'demo',
    token,
  });
  return body.data;
}

const named = (list: readonly Lite[], name: string): Lite | undefined =>
  list.find((organization) => organization.name === name);

it('parents are found by id and by name, in the file and among existing records', async () => {
  const before = (await organizations()).length;
  await importText('organizations', 'ID,Name,Type\nr/1,Rivertown County,County\n');
  const { counts, lines } = await importText(
    'organizations',
    'ID,Name,Type,Parent\nr/3,Parks,Department,Public Works\nr/2,Public Works,Department,r/1\nr/4,Harbor,Department,RIVERTOWN COUNTY\nr/5,Stray,Department,Nobody\n',
  );
  expect(counts.organizations).toEqual({ created: 4, updated: 0, unchanged: 0, refused: 0 });
  const list = await organizations();
  expect(list).toHaveLength(before + 5);
  expect(named(list, 'Parks')?.parentId).toBe(named(list, 'Public Works')?.id);
  expect(named(list, 'Public Works')?.parentId).toBe(named(list, 'Rivertown County')?.id);
  expect(named(list, 'Harbor')?.parentId).toBe(named(list, 'Rivertown County')?.id);
  expect(named(list, 'Stray')?.parentId).toBeNull();
  expect(lines.join('\n')).toContain('organizations row 5, Parent: is neither the id nor the name');
});

it('the type is returned as given, and a second import of the same file changes nothing', async () => {
  const file = 'ID,Name,Type\nt/1,Typed One,Company\nt/2,Typed Two,Trade union\n';
  await importText('organizations', file);
  const list = await organizations();
  expect(['Typed One', 'Typed Two'].map((name) => named(list, name)?.type)).toEqual([
    'Company',
    'Trade union',
  ]);
  const { counts } = await importText('organizations', file);
  expect(counts.organizations).toEqual({ created: 0, updated: 0, unchanged: 2, refused: 0 });
});

it('a cycle of parents is refused with its path, also when it includes existing records', async () => {
  await importText('organizations', 'ID,Name,Parent\nc/1,Upper,\nc/2,Middle,c/1\n');
  const { counts, lines } = await importText(
    'organizations',
    'ID,Name,Parent\nc/1,Upper,c/3\nc/3,Lower,c/2\nc/4,Self,c/4\n',
  );
  expect(counts.organizations).toEqual({ created: 0, updated: 0, unchanged: 0, refused: 3 });
  expect(lines.join('\n')).toMatch(/row 2, Parent: is part of a cycle: Upper > Lower > Middle > Upper/);
  expect(lines.join('\n')).toContain('row 4, Parent: is part of a cycle: Self > Self');
});

it('a parent whose row was refused is left out and reported; the next row of that record is imported', async () => {
  const { counts, lines } = await importText(
    'organizations',
    'Name,Parent\nLoop,Loop\nLoop Child,Loop\nLOOP,\nloop,\nRound One,Round Two\nRound Two,Round One\nTail,Round One\n',
  );
  expect(counts.organizations).toEqual({ created: 3, updated: 0, unchanged: 0, refused: 4 });
  const list = await organizations();
  expect(named(list, 'LOOP')?.parentId).toBeNull();
  expect(named(list, 'Loop Child')?.parentId).toBe(named(list, 'LOOP')?.id);
  expect(named(list, 'Tail')?.parentId).toBeNull();
  const output = lines.join('\n');
  expect(output).toContain('row 2, Parent: is part of a cycle: Loop > Loop');
  expect(output).toContain('row 5, (row): is of the same record as row 4, which was taken');
  expect(output).toContain(
    'row 8, Parent: names a record that does not exist, because row 6 was refused ("Round One")',
  );
  const later = await importText('organizations', 'Name,Parent\nTail,Zulu\nZulu,\n');
  expect(later.counts.organizations).toEqual({ created: 1, updated: 1, unchanged: 0, refused: 0 });
  const again = await importText('organizations', 'Name,Parent\nRound One,Tail\n');
  expect(again.counts.organizations).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 0 });
});

it('a cycle through stored records that exists only because a row was refused is refused too', async () => {
  await importText('organizations', 'Name,Parent\nFixed One,Fixed Two\nFixed Two,\n');
  const { counts, lines } = await importText(
    'organizations',
    'Name,Parent\nFixed One,Fixed Three\nFixed Three,Fixed One\nFixed Two,Fixed One\n',
  );
  expect(counts.organizations).toEqual({ created: 0, updated: 0, unchanged: 0, refused: 3 });
  expect(lines.join('\n')).toContain('row 4, Parent: is part of a cycle: Fixed Two > Fixed One > Fixed Two');
});

it('a committee below a refused one is imported without its parent, and members of the refused one are refused', async () => {
  const { counts, lines } = await importText(
    'committees',
    JSON.stringify([
      { id: 'w/1', name: 'Whole', parent: 'w/1', members: [{ person_id: 'm/9', name: 'Nobody' }] },
      { id: 'w/2', name: 'Half', parent: 'w/1' },
      { id: 'w/3', name: 'Other', parent: 'w/404' },
      { id: 'w/1', name: 'Whole' },
      { id: 'w/1', name: 'Whole again', members: [{ person_id: 'm/9', name: 'Nobody' }] },
    ]),
    { name: 'c.json' },
  );
  expect(counts).toMatchObject({
    committees: { created: 3, refused: 2 },
    memberships: { created: 0, refused: 2 },
  });
  expect(lines.join('\n')).toContain(
    'committees row 3, parent: is neither the id nor the name of a committee in this tenant or this file ("w/404")',
  );
});

it('people are linked to the organization they name; an unknown name is stored as text and reported', async () => {
  const { lines } = await importText(
    'people',
    'Name,Email,Company,Job Title\nAda Linked,ada@example.org,rivertown county,Clerk\nBo Loose,bo@example.org,Nowhere Inc,Agent\n',
  );
  const { body } = await platform.call('GET', 'crm', '/api/v1/people?pageSize=200', {
    tenant: 'demo',
    token,
  });
  const rivertown = named(await organizations(), 'Rivertown County');
  const person = (lastName: string) =>
    body.data.find((other: { lastName: string }) => other.lastName === lastName);
  expect(person('Linked')).toMatchObject({
    organizationId: rivertown?.id,
    positions: [{ organizationId: rivertown?.id, title: 'Clerk', isActive: true }],
  });
  expect(person('Loose')).toMatchObject({ organizationId: null, organizationName: 'Nowhere Inc' });
  expect(lines.join('\n')).toContain(
    '1 people name an organization that no organization of this tenant has: "Nowhere Inc"',
  );
});

it('memberships without a person, with an unknown person or in a refused committee are refused', async () => {
  await importText('people', 'Id,Name\nm/1,Mia Member\n');
  const member = (person_id: string | undefined) => ({ person_id, name: 'Mia Member', role: 'chair' });
  const { counts, lines } = await importText(
    'committees',
    JSON.stringify([
      { id: 'k/1', name: 'Finance', members: [member('m/1'), member(undefined), member('m/404')] },
      { id: 'k/2', name: 'Round', parent: 'k/2', members: [member('m/1')] },
    ]),
    { name: 'c.json' },
  );
  expect(counts).toEqual({
    committees: { created: 1, updated: 0, unchanged: 0, refused: 1 },
    memberships: { created: 1, updated: 0, unchanged: 0, refused: 3 },
  });
  const tenant = platform.store('demo');
  const { items: finance } = await tenant.query(committeesByName(tenant), { beginsWith: 'finance#' });
  const committee = await committeeById(tenant, finance[0]?.id ?? '');
  const members = await listCommitteeMembers(tenant, committee?.id ?? '');
  expect(members).toMatchObject([{ role: 'chair', committeeId: committee?.id }]);
  expect(await listPersonCommittees(tenant, members[0]?.personId ?? '')).toEqual(members);
  expect(lines.join('\n')).toContain(
    'memberships row 1 member 3, person_id: points at a person this tenant does not have ("Mia Member")',
  );
  expect(lines.join('\n')).toContain(
    'memberships row 2 member 1, committee: was refused, so it can have no members',
  );
});

it('terms of a person in a role are separate memberships, and an import of the present one keeps those before', async () => {
  await importText('people', 'Id,Name\nm/2,Tia Termed\n');
  const importTerms = (...terms: (readonly [start?: string, end?: string])[]) => {
    const members = terms.map(([start_date, end_date]) => ({
      ...{ person_id: 'm/2', name: 'Tia Termed', role: 'Chair' },
      ...{ start_date, end_date },
    }));
    return importText('committees', JSON.stringify([{ id: 'k/5', name: 'Terms', members }]), {
      name: 'c.json',
    });
  };
  const listTerms = async () => {
    const tenant = platform.store('demo');
    const { items } = await tenant.query(committeesByName(tenant), { beginsWith: 'terms#' });
    const members = await listCommitteeMembers(tenant, items[0]?.id ?? '');
    return members.map(({ startDate, endDate }) => [startDate, endDate]).sort();
  };
  const [first, second, third] = [
    ['2020-01-01', '2021-12-31'],
    ['2022-01-01', '2023-12-31'],
    ['2024-01-01'],
  ] as const;
  await importTerms();
  await importTerms(first);
  expect(await listTerms()).toEqual([first]);
  // The source has only the next one now; what it said before stays.
  await importTerms(second);
  expect(await listTerms()).toEqual([first, second]);
  const { counts } = await importTerms(third, second, first);
  expect(counts.memberships).toEqual({ created: 1, updated: 0, unchanged: 2, refused: 0 });
  expect(await listTerms()).toEqual([first, second, [third[0], undefined]]);
  const repeated = await importTerms(first, first);
  expect(repeated.counts.memberships).toMatchObject({ unchanged: 1, refused: 1 });
});

it('names are on one line, titles are not given names, foreign postal codes and addresses stay', async () => {
  await importText(
    'people',
    'Name,Email,Zip,Country,Company\n"Dr. Juan Carlos\nde la Vega III",juan@müller.example,101,Iceland,"Port\r\nAuthority"\nBo Boxwood,büro@example.org,6604,,\n',
  );
  const { body } = await platform.call('GET', 'crm', '/api/v1/people?pageSize=200', {
    tenant: 'demo',
    token,
  });
  const person = (lastName: string) =>
    body.data.find((other: { lastName: string }) => other.lastName === lastName);
  expect(person('de la Vega')).toMatchObject({
    firstName: 'Juan',
    middleName: 'Carlos',
    suffix: 'III',
    displayName: 'Dr. Juan Carlos de la Vega III',
    email: 'juan@xn--mller-kva.example',
    organizationName: 'Port Authority',
    addresses: [{ zipCode: '101', country: 'Iceland' }],
  });
  expect(person('Boxwood')).toMatchObject({ email: 'büro@example.org', addresses: [{ zipCode: '06604' }] });
});
