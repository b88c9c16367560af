// An import finds people however they were created (docs/interface/crm.md#matching-people).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoId } from '../../../infra/local/demo/steps/references.ts';
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
  platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token: imports.token, body });

async function createPerson(body: object): Promise<string> {
  const reply = await send('POST', '', body);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id;
}

/** Imports a file by the command, then over HTTP: the verdicts of both, in a dry run too. */
async function importTwice(file: string) {
  const { counts, lines } = await importText('people', file);
  const { id } = await imports.create(file);
  const checked = await imports.run(id, { dryRun: true });
  const { result } = await imports.run(id);
  expect(result).toEqual(checked.check);
  return { command: counts.people, http: result, lines: lines.join('\n') };
}

const unchanged = (count: number) => ({ created: 0, updated: 0, unchanged: count, refused: 0 });

describe('an import finds somebody who was created by a request', () => {
  it('by the id of the platform, and stores it as no id of another system', async () => {
    const id = await createPerson({ firstName: 'Ottilie', lastName: 'Ownid', email: 'own@found.example' });
    const file = `Id,First Name,Last Name,Email,Title\n${id.toUpperCase()},Ottilie,Ownid-Berg,new@found.example,Clerk\n`;
    const { command, http } = await importTwice(file);
    expect(command).toEqual({ created: 0, updated: 1, unchanged: 0, refused: 0 });
    expect(http).toMatchObject(unchanged(1));
    const { body } = await send('GET', `/${id}`);
    expect(body).toMatchObject({ lastName: 'Ownid-Berg', title: 'Clerk', externalIds: [] });
  });

  it('by address and name, with its address and position once', async () => {
    const organizationId = demoId('demo', 'organization:alder');
    const id = await createPerson({
      ...{ firstName: 'Nora', lastName: 'Named', organizationId },
      emails: [{ value: 'nora@home.example' }, { value: 'Nora@Found.example' }],
      positions: [{ organizationId, title: 'Clerk', startDate: '2024-01-01' }],
      addresses: [{ street: '1 Elm Street', city: 'Bend', state: 'OR', type: 'Home' }],
    });
    const file =
      'First Name,Last Name,Email,Organization,Title,Street,City,State,Phone\nnora,NAMED,nora@found.example,Alder County,Clerk,1 Elm Street,Bend,OR,503-555-0111\n';
    const { command, http } = await importTwice(file);
    expect([command?.created, http.created]).toEqual([0, 0]);
    const found = await imports.findPeople('named');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ id, phone: '503-555-0111' });
    expect(found[0].addresses).toMatchObject([{ street: '1 Elm Street', type: 'Home' }]);
    expect(found[0].positions).toMatchObject([{ title: 'Clerk', startDate: '2024-01-01' }]);
    expect((await importTwice(file)).command).toEqual(unchanged(1));
  });

  it('without an address by name and organization', async () => {
    await createPerson({
      ...{ firstName: 'Olaf', lastName: 'Orgman' },
      organizationId: demoId('demo', 'organization:alder'),
    });
    const file = 'First Name,Last Name,Organization\nOlaf,Orgman,alder county\nOlaf,Orgman,Birch County\n';
    const { command } = await importTwice(file);
    expect(command).toMatchObject({ created: 1 });
    expect(await imports.findPeople('orgman')).toHaveLength(2);
  });

  it('and learns the id of the other system, by which the person is found under a new name', async () => {
    const id = await createPerson({ firstName: 'Ines', lastName: 'Maiden', email: 'ines@found.example' });
    await importText('people', 'Id,First Name,Last Name,Email\n4711,Ines,Maiden,ines@found.example\n');
    const renamed = await importTwice('Id,First Name,Last Name,Email\n4711,Ines,Married,i@new.example\n');
    expect(renamed.command).toEqual({ created: 0, updated: 1, unchanged: 0, refused: 0 });
    const { body } = await send('GET', `/${id}`);
    expect(body).toMatchObject({
      lastName: 'Married',
      externalIds: [{ scheme: 'import', identifier: '4711' }],
    });
  });

  it('but takes two ids of one system for two people, and an address in common for no proof', async () => {
    await createPerson({ firstName: 'Paul', lastName: 'Family', email: 'family@found.example' });
    const file = [
      'Id,First Name,Last Name,Email',
      '81,Paula,Family,family@found.example',
      '82,Paul,Family,family@found.example',
      '83,Paul,Family,family@found.example',
    ].join('\n');
    const { command, http } = await importTwice(`${file}\n`);
    expect(command).toMatchObject({ created: 2, refused: 0 });
    expect(http).toMatchObject(unchanged(3));
  });
});

describe('a row', () => {
  it('that may be of two people is refused with their ids', async () => {
    const twin = { firstName: 'Tia', lastName: 'Twin', email: 'tia@found.example' };
    const ids = [await createPerson(twin), await createPerson(twin)];
    const { command, lines } = await importTwice('Name,Email\nTia Twin,tia@found.example\n');
    expect(command).toMatchObject({ created: 0, refused: 1 });
    for (const id of ids) expect(lines).toContain(id);
  });

  it('that is of the same person as another one is refused, whatever the two are found by', async () => {
    const id = await createPerson({ firstName: 'Sam', lastName: 'Same', email: 'sam@found.example' });
    const file = `Id,First Name,Last Name,Email\n${id},Sam,Same,sam@found.example\n,Sam,Same,sam@found.example\n`;
    const { command, http } = await importTwice(file);
    expect([command, http]).toMatchObject([{ refused: 1 }, { refused: 1 }]);
  });

  it('with the id of somebody who was merged is refused, and an unknown id creates a person', async () => {
    const [kept, removed] = [
      await createPerson({ firstName: 'Mia', lastName: 'Mergeable' }),
      await createPerson({ firstName: 'Mia', lastName: 'Mergeable' }),
    ];
    expect((await send('POST', `/${kept}/Merge`, { personId: removed })).status).toBe(200);
    const file = `Id,First Name,Last Name\n${removed},Mia,Mergeable\n${randomUUID()},Una,Unknown\n`;
    const { command, lines } = await importTwice(file);
    expect(command).toMatchObject({ created: 1, refused: 1 });
    expect(lines).toContain(`was merged into the person ${kept}`);
  });
});
