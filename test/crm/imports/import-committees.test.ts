// Imports of committees and of memberships over HTTP (docs/interface/crm.md#imports).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as sweep } from '../../../functions/crm/jobs/sweep-imports/handler.ts';
import { committeesByState } from '../../../shared/legislature/committee-numbers.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { startUnreliableDatabase } from '../../harness/unreliable-database.ts';
import { importText } from '../../import/import-into.ts';
import { createImports, type Imports } from './import-over-http.ts';

let platform: TestPlatform;
let imports: Imports;
let token: string;
const committees = { kind: 'committees', fileName: 'committees.csv', source: 'office' } as const;
const memberships = { kind: 'memberships', fileName: 'seats.csv', source: 'office' } as const;

beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.committees.read', 'crm.committees.write', 'crm.people.read', 'crm.people.write'],
  });
});
afterAll(() => platform.stop());

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

const call = async (method: string, path: string, body?: unknown): Promise<Body> => {
  const reply = await platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
};
const findCommittees = async (searchText: string): Promise<Body[]> =>
  (await call('POST', 'committee/CommiteePagingList', { filter: { searchText } })).data;
const importFile = async (file: string, kind: object): Promise<Body> =>
  imports.run((await imports.create(file, kind)).id);
const readRefusals = async ({ id }: Body): Promise<string> =>
  (await imports.send('GET', `/${id}/Refusals`)).text;
const listSeats = async (committee: Body): Promise<unknown[]> =>
  (await call('GET', `committee/${committee.id}/members?status=all`)).data.map(
    ({ personName, role, startDate, endDate }: Body) => [personName, role, startDate, endDate],
  );

const FILE = [
  'ID,Name,Type,Parent,Organization,Other names,Active',
  'c2,Grantwood Audit Panel,Working group,c1,,,yes',
  'c1,Grantwood Finance,Standing,,Grantwood Union,Treasury; Budget,yes',
  'c3,Grantwood Lost,,Nobody Grantwood,,,',
  'c4,Grantwood Ring A,,c5,,,',
  'c5,Grantwood Ring B,,c4,,,',
].join('\n');

describe('an import of committees', () => {
  it('links parents anywhere in the file, refuses a cycle, and finds everything again, as the command does', async () => {
    await importFile('Name\nGrantwood Union\n', { kind: 'organizations', fileName: 'o.csv' });
    const created = await imports.create(FILE, committees);
    expect(created.columns.map(({ field }: Body) => field)).toEqual([
      ...['externalId', 'name', 'committeeType', 'parent', 'organization', 'otherNames', 'isActive'],
    ]);
    const checked = await imports.run(created.id, { dryRun: true });
    expect(checked.check).toEqual({ created: 3, updated: 0, unchanged: 0, refused: 2, leftOut: 1 });
    expect((await imports.run(created.id)).result).toEqual(checked.check);
    const refusals = await readRefusals(created);
    expect(refusals).toContain('is part of a cycle: Grantwood Ring A > Grantwood Ring B > Grantwood Ring A');
    expect(refusals).toContain('"4","left out","Parent","Nobody Grantwood"');
    const [finance] = await findCommittees('Grantwood Finance');
    expect(finance).toMatchObject({
      ...{ kind: 'association', committeeType: 'Standing', otherNames: ['Treasury', 'Budget'] },
      externalIds: [{ scheme: 'office', identifier: 'c1' }],
    });
    const [panel] = await findCommittees('Grantwood Audit Panel');
    expect(panel.parentId).toBe(finance.id);
    expect((await importFile(FILE, committees)).result).toMatchObject({ created: 0, unchanged: 3 });
    const command = await importText('committees', FILE, { source: 'office', name: 'committees.csv' });
    expect(command.counts.committees).toEqual({ created: 0, updated: 0, unchanged: 3, refused: 2 });
  });

  it('finds committees that were created here: by our id, or in a file without ids by name', async () => {
    const { id } = await call('POST', 'committee/createcommittee', { name: 'Handmade Oakfield' });
    const byId = await importFile(`Id,Name,Description\n${id},Handmade Oakfield,By id\n`, committees);
    expect(byId.result).toMatchObject({ created: 0, updated: 1 });
    const byName = await importFile('Name,Description\nHANDMADE OAKFIELD,By id\nNew Oakfield,\n', committees);
    expect(byName.result).toMatchObject({ created: 1, updated: 1 });
    expect((await findCommittees('Oakfield')).map((each) => [each.id === id, each.description])).toEqual([
      [true, 'By id'],
      [false, null],
    ]);
    await call('POST', 'committee/createcommittee', { name: 'Handmade Oakfield' });
    const refused = await importFile('Name\nHandmade Oakfield\n', committees);
    expect(refused.result).toMatchObject({ created: 0, refused: 1 });
    expect(await readRefusals(refused)).toContain('is the name of several committees of this tenant');
  });

  it('finds the only committee of a name by it, unless that has an id of its source, and its members by the new id', async () => {
    const create = async (body: object) => (await call('POST', 'committee/createcommittee', body)).id;
    const id = await create({ name: 'Handmade Elmfield' });
    await create({ name: 'Known Elmfield', externalIds: [{ scheme: 'other', identifier: '1' }] });
    for (const _ of [1, 2]) await create({ name: 'Twice Elmfield' });
    const file = 'Id,Name\ne1,HANDMADE ELMFIELD\ne2,Known Elmfield\ne3,Twice Elmfield\n';
    expect((await importFile(file, committees)).result).toMatchObject({ created: 2, updated: 1, refused: 0 });
    expect((await importFile(file, committees)).result).toMatchObject({ created: 0, unchanged: 3 });
    const renamed = await importFile('Id,Name\ne1,Renamed Elmfield\n', committees);
    expect(renamed.result).toMatchObject({ created: 0, updated: 1 });
    expect((await findCommittees('Renamed Elmfield')).map((each) => each.id)).toEqual([id]);
    const person = await call('POST', 'people', { firstName: 'Eve', lastName: 'Elmfield' });
    const seats = `Committee ID,Person ID,Role\ne1,${person.id},Chair\n`;
    expect((await importFile(seats, memberships)).result).toMatchObject({ created: 1 });
    expect(await listSeats({ id })).toHaveLength(1);
  });

  it('tells committees of one name in different legislatures apart', async () => {
    await call('POST', 'committee/createcommittee', { name: 'Ways Elmfield' });
    const file = 'Id,Name,State,Chamber\nv1,Ways Elmfield,MD,house\n';
    expect((await importFile(file, committees)).result).toMatchObject({ created: 1, updated: 0 });
  });

  it('that is cut off between a page and the numbers of its committees goes on, and counts each once', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `n${row},Numbered ${row},MD,house`);
    const { id } = await imports.create(['Id,Name,State,Chamber', ...rows].join('\n'), committees);
    expect((await imports.send('POST', `/${id}/Start`, {})).status).toBe(202);
    const database = await startUnreliableDatabase();
    database.chooseFault = ({ body }) => (body.includes('legislative-committee') ? 'broken' : undefined);
    await imports.callJob(id).catch(() => undefined);
    await database.stop();
    await sweep(undefined, undefined, () => new Date(Date.now() + 3600_000));
    expect(await imports.get(id)).toMatchObject({ status: 'done', result: { created: 60, unchanged: 0 } });
    const numbered = await committeesByState(platform.store('demo'), 24);
    expect(numbered.filter(({ name }) => name.startsWith('Numbered'))).toHaveLength(60);
  });
});

describe('an import of memberships', () => {
  const people = 'Id,First Name,Last Name,Email\np1,Ada,Seatfield,ada@seatfield.example\np2,Bo,Seatfield,\n';

  it('finds committees by id or name, people by the id of the source or ours, and everything again', async () => {
    await importFile(people, { source: 'office' });
    await importFile('Id,Name\ns1,Seatfield Board\n', committees);
    const person = await call('POST', 'people', { firstName: 'Cy', lastName: 'Seatfield' });
    const file = [
      'Committee ID,Committee,Person ID,Name,Role,Start Date,End Date',
      's1,,p1,Ada Seatfield,Chair,2020-01-01,2021-12-31',
      ',Seatfield Board,p1,Ada Seatfield,Chair,2022-01-01,',
      `s1,,${person.id},Cy Seatfield,Member,,`,
      's1,,p404,Nobody,Member,,',
      's404,,p1,Ada Seatfield,Member,,',
      's1,,,Di Seatfield,Member,,',
      's1,,p1,Ada Seatfield,chair,2022-01-01,',
    ].join('\n');
    const created = await imports.create(file, memberships);
    const checked = await imports.run(created.id, { dryRun: true });
    expect(checked.check).toMatchObject({ created: 3, refused: 4 });
    expect((await imports.run(created.id)).result).toEqual(checked.check);
    const refusals = await readRefusals(created);
    for (const text of [
      '"5","refused","Person ID","Nobody","points at a person this tenant does not have"',
      '"6","refused","Committee ID","s404","names no committee of this tenant; import the committees first"',
      '"7","refused","person_id","Di Seatfield","is missing, so the person cannot be identified"',
      '"8","refused","(row)","","is of the same record as row 3, which was taken"',
    ])
      expect(refusals).toContain(text);
    const [board] = await findCommittees('Seatfield Board');
    expect(await listSeats(board)).toHaveLength(3);
    expect((await importFile(file, memberships)).result).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 3,
    });
    const command = await importText('memberships', file, { source: 'office', name: 'seats.csv' });
    expect(command.counts.memberships).toEqual({ created: 0, updated: 0, unchanged: 3, refused: 4 });
  });

  it('finds a term that was entered here, leaves it as it is, and reports other days', async () => {
    const person = await call('POST', 'people', { firstName: 'Eve', lastName: 'Termwood' });
    const committee = await call('POST', 'committee/createcommittee', { name: 'Termwood Council' });
    const position = await call('POST', 'CommitteePositions', { name: 'Secretary Termwood', rank: 9 });
    await call('POST', 'committee/savecommitteemember', {
      ...{ committeeId: committee.id, personId: person.id, positionId: position.id, startDate: '2024-01-01' },
    });
    const seat = `${committee.id},${person.id},secretary termwood`;
    const file = `Committee ID,Person ID,Role,Start Date\n${seat},\n`;
    expect((await importFile(file, memberships)).result).toMatchObject({ created: 0, unchanged: 1 });
    const dated = await importFile(
      `${file.split('\n')[0]}\n${seat},2024-02-01\n${seat},2020-01-01\n`,
      memberships,
    );
    expect(dated.result).toMatchObject({ created: 0, unchanged: 1, refused: 1, leftOut: 1 });
    expect(await readRefusals(dated)).toContain('is 2024-01-01 in the term that was entered here');
    expect(await listSeats(committee)).toHaveLength(1);
  });

  it('goes on where it stopped, and refuses a seat of an earlier page', async () => {
    const rows = Array.from({ length: 220 }, (_, row) => `s1,p2,Role ${row}`);
    const file = ['Committee ID,Person ID,Role', ...rows, 's1,p2,Role 0'].join('\n');
    const { id } = await imports.create(file, memberships);
    expect((await imports.send('POST', `/${id}/Start`, {})).status).toBe(202);
    await imports.callJob(id, 1);
    expect((await imports.get(id)).progress).toMatchObject({ rows: 200 });
    await imports.callJob(id);
    const done = await imports.get(id);
    expect(done.result).toMatchObject({ created: 220, refused: 1 });
    expect(await readRefusals(done)).toContain('is of the same record as row 2');
  });

  it('needs columns for a committee and a person', async () => {
    const { id } = await imports.create('Role\nChair\n', memberships);
    const reply = await imports.send('POST', `/${id}/Start`, {});
    expect([reply.status, reply.body.error.message]).toEqual([
      409,
      'No column is mapped to a committee: one of committeeId, committee is needed to import memberships. No column is mapped to a person: one of personId, email is needed to import memberships.',
    ]);
  });
});
