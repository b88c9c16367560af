// An import finds organizations however they were created (docs/interface/crm.md#matching-organizations).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as runExports } from '../../../functions/crm/jobs/run-exports/handler.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { importText } from '../../import/import-into.ts';
import { createImports, type Imports } from './import-over-http.ts';

let platform: TestPlatform;
let imports: Imports;
beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
});
afterAll(() => platform.stop());

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/organization${path}`, { tenant: 'demo', token: imports.token, body });

async function createOrganization(body: object): Promise<string> {
  const reply = await send('POST', '', body);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
}

const getOrganization = async (id: string) => (await send('GET', `/${id}`)).body;

async function findOrganizations(searchText: string) {
  return (await send('POST', '/OrganizationPagingList', { filter: { searchText } })).body.data;
}

/** Imports a file by the command, then over HTTP, where a dry run must say the same. */
async function importTwice(file: string, source = 'office') {
  const { counts, lines } = await importText('organizations', file, { source });
  const { id } = await imports.create(file, { kind: 'organizations', fileName: 'o.csv', source });
  const checked = await imports.run(id, { dryRun: true });
  const { result } = await imports.run(id);
  expect(result).toEqual(checked.check);
  return { command: counts.organizations, http: result, lines: lines.join('\n') };
}

const unchanged = (count: number) => ({ created: 0, updated: 0, unchanged: count, refused: 0 });
const updated = { created: 0, updated: 1, unchanged: 0, refused: 0 };
const place = (city: string) => ({ addresses: [{ city, state: 'OR' }] });

describe('an import finds an organization that was created by a request', () => {
  it('by the id of the platform, and stores it as no id of another system', async () => {
    const id = await createOrganization({ name: 'Ownid Bakery' });
    const { command, http } = await importTwice(
      `Id,Name,Description\n${id.toUpperCase()},Ownid Bakers,Bread\n`,
    );
    expect(command).toEqual(updated);
    expect(http).toMatchObject(unchanged(1));
    expect(await getOrganization(id)).toMatchObject({ name: 'Ownid Bakers', externalIds: [] });
  });

  it('by the id of the source, whatever its name is now', async () => {
    const externalIds = [{ scheme: 'office', identifier: '4711' }];
    const id = await createOrganization({ name: 'Sourceid Mill', externalIds });
    const { command, http } = await importTwice('Id,Name\n4711,Sourceid Mills\n');
    expect(command).toEqual(updated);
    expect(http).toMatchObject(unchanged(1));
    expect(await getOrganization(id)).toMatchObject({ name: 'Sourceid Mills', externalIds });
  });

  it('by name in any case, and by the id of the source from then on', async () => {
    const id = await createOrganization({ name: 'Café Namefield', ...place('Bend') });
    const file = (name: string) => `Id,Name,City,State\nn1,${name},Bend,OR\n`;
    const { command, http } = await importTwice(file('CAFE NAMEFIELD'));
    expect(command).toEqual(updated);
    expect(http).toMatchObject(unchanged(1));
    expect((await importTwice(file('Namefield Coffee'))).command).toEqual(updated);
    expect(await getOrganization(id)).toMatchObject({
      ...{ name: 'Namefield Coffee', addresses: [{ city: 'Bend' }] },
      externalIds: [{ scheme: 'office', identifier: 'n1' }],
    });
    expect((await getOrganization(id)).addresses).toHaveLength(1);
  });

  it('by name in a list without ids, once, and twice changes nothing', async () => {
    await createOrganization({ name: 'Handmade Pottery' });
    expect((await importTwice('Name,Phone\nhandmade pottery,503-555-0111\n')).command).toEqual(updated);
    expect(await findOrganizations('Handmade Pottery')).toHaveLength(1);
  });

  it('by its place, where several have the name', async () => {
    await createOrganization({ name: 'Placed Chapter', ...place('Salem') });
    const id = await createOrganization({ name: 'Placed Chapter', ...place('Bend') });
    const file = 'Id,Name,City,State\np1,Placed Chapter,BEND,OR\np2,Placed Chapter,Eugene,OR\n';
    const { command, http } = await importTwice(file);
    expect(command).toEqual({ created: 1, updated: 1, unchanged: 0, refused: 0 });
    expect(http).toMatchObject(unchanged(2));
    expect(await getOrganization(id)).toMatchObject({ externalIds: [{ identifier: 'p1' }] });
  });
});

describe('a row of an organization', () => {
  it('that may be of two organizations is refused with their ids and what to do', async () => {
    const ids = [
      await createOrganization({ name: 'Twin Guild' }),
      await createOrganization({ name: 'Twin Guild' }),
    ];
    const { command, http, lines } = await importTwice('Id,Name\nt1,Twin Guild\n');
    expect([command, http]).toMatchObject([
      { created: 0, refused: 1 },
      { created: 0, refused: 1 },
    ]);
    for (const id of ids) expect(lines).toContain(id);
    expect(lines).toContain('row 2, name: may be of several organizations');
    expect(lines).toContain('give the id of one, or merge them');
  });

  it('whose source tells it from one of the same name is another organization', async () => {
    await createOrganization({ name: 'Told Apart', externalIds: [{ scheme: 'office', identifier: 'a1' }] });
    const { command, http } = await importTwice('Id,Name\na2,Told Apart\na3,Told Apart\n');
    expect(command).toMatchObject({ created: 2, refused: 0 });
    expect(http).toMatchObject(unchanged(2));
  });

  it('that is of the same organization as another one is refused, whatever the two are found by', async () => {
    const id = await createOrganization({ name: 'Same Society' });
    const { command } = await importTwice(`Id,Name\n${id},Same Society\n,Same Society\n`);
    expect(command).toMatchObject({ created: 0, refused: 1 });
  });

  it('of an organization that was merged is refused, and an unknown id of this form creates one', async () => {
    const kept = await createOrganization({ name: 'Merged Union' });
    const removed = await createOrganization({ name: 'Merged Union' });
    const merged = await send('POST', `/${kept}/Merge`, { organizationId: removed });
    expect(merged.status, merged.text).toBe(200);
    const { command, lines } = await importTwice(
      `Id,Name\n${removed},Merged Union\n${randomUUID()},Una Unknown Union\n`,
    );
    expect(command).toMatchObject({ created: 1, refused: 1 });
    expect(lines).toContain(`was merged into the organization ${kept}`);
  });

  it('finds its parent by our id, and by the id of the source of one that was created here', async () => {
    const parent = await createOrganization({ name: 'Parent Here' });
    await importTwice('Id,Name\nq1,Parent Here\n');
    const file = `Id,Name,Parent Id\nq2,Child One,${parent}\nq3,Child Two,q1\n`;
    expect((await importTwice(file)).command).toMatchObject({ created: 2 });
    for (const name of ['Child One', 'Child Two'])
      expect((await findOrganizations(name))[0], name).toMatchObject({ parentId: parent });
  });
});

it('people are linked by our id and by the source id of an organization that was found by name', async () => {
  const id = await createOrganization({ name: 'Linked Works' });
  await importTwice('Id,Name\nw1,Linked Works\n');
  const file = `Name,Email,Organization Id\nAda Linkedone,a@linked.example,w1\nBo Linkedtwo,b@linked.example,${id}\n`;
  await importText('people', file, { source: 'office' });
  for (const name of ['Linkedone', 'Linkedtwo'])
    expect((await imports.findPeople(name))[0], name).toMatchObject({ organizationId: id });
});

it('importing our own export of organizations changes nothing', async () => {
  const parent = await createOrganization({ name: 'Exported Parent', ...place('Salem') });
  await createOrganization({
    ...{ name: 'Exported Child', type: 'Company', description: 'Two\nlines', parentId: parent },
    ...{ email: 'office@exported.example', phone: '+1 503 555 0111', website: 'https://exported.example' },
    addresses: [{ street: '1 Elm Street', city: 'Bend', state: 'OR', zipCode: '97701', country: 'USA' }],
    tags: ['Founder'],
  });
  const token = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.organizations.read'] });
  const call = (method: string, path: string, body?: unknown) =>
    platform.call(method, 'crm', `/api/v1/Exports${path}`, { tenant: 'demo', token, body });
  const { id } = (await call('POST', '', { list: 'organizations', format: 'csv' })).body;
  await runExports(
    {
      Records: [
        {
          eventName: 'MODIFY',
          dynamodb: {
            Keys: { pk: { S: `T#demo#EXPORT#${id}` }, sk: { S: 'STEP' } },
            NewImage: { type: { S: 'export-step' } },
          },
        },
      ],
    },
    { getRemainingTimeInMillis: () => 60_000 },
  );
  const { files, progress } = (await call('GET', `/${id}`)).body;
  const file = await (await fetch(files[0].link)).text();
  expect(file).toContain('Exported Child');
  const { command, http, lines } = await importTwice(file);
  expect(command, lines).toEqual(unchanged(progress.rows));
  expect(http).toMatchObject(unchanged(progress.rows));
});
