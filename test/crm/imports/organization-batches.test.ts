// Writing many organizations in one request, and undoing it (docs/interface/crm.md#batches).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { startUnreliableDatabase, type UnreliableDatabase } from '../../harness/unreliable-database.ts';

let platform: TestPlatform;
let database: UnreliableDatabase;
let token: string;

const send = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  as = token,
) => platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token: as, body, headers });
const batch = async (body: object, headers: Record<string, string> = {}, query = '') => {
  const reply = await send('POST', `Batches/Organizations${query}`, body, headers);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const upsert = (rows: readonly object[], headers?: Record<string, string>) =>
  batch({ operation: 'upsert', key: 'externalId', keyName: 'members', rows }, headers);
const get = async (id: string) => (await send('GET', `organization/${id}`)).body;
const undo = async (id: string) => (await send('POST', `Batches/${id}/Undo`)).body;
const statuses = ({ results }: { readonly results: readonly { readonly status: string }[] }) =>
  results.map(({ status }) => status);
const countFound = async (searchText: string): Promise<number> =>
  (await send('POST', 'organization/OrganizationPagingList', { filter: { searchText } })).body.data.length;
const tokenWith = (...permissions: Permission[]) => platform.tokenFor({ tenant: 'demo', permissions });

beforeAll(async () => {
  platform = await startPlatform();
  database = await startUnreliableDatabase();
  token = await tokenWith('crm.organizations.read', 'crm.organizations.write', 'crm.settings.write');
});
afterAll(async () => {
  await database.stop();
  await platform.stop();
});

describe('a batch of organizations', () => {
  it('creates, updates, leaves unchanged and deactivates, with a result per row', async () => {
    const row = { keyValue: 'O-1', name: 'Batch Water', addresses: [{ city: 'Rivertown' }] };
    const first = await upsert([row, row]);
    expect(first).toMatchObject({ created: 1, unchanged: 1 });
    const [{ id }] = first.results;
    expect(await get(id)).toMatchObject({ externalIds: [{ scheme: 'members', identifier: 'O-1' }] });
    const changed = await batch({ operation: 'update', rows: [{ id, type: 'Utility' }] });
    expect(statuses(changed)).toEqual(['Updated']);
    expect(await get(id)).toMatchObject({ name: 'Batch Water', type: 'Utility' });
    expect(statuses(await batch({ operation: 'deactivate', rows: [{ id }, { id }] }))).toEqual([
      'Deactivated',
      'Unchanged',
    ]);
    expect((await get(id)).isActive).toBe(false);
    expect((await send('GET', `Batches/${first.batchId}`)).body).toMatchObject({
      ...{ batchId: first.batchId, records: 'organizations', key: 'externalId', keyName: 'members' },
      results: first.results,
    });
  });

  it('finds organizations however they were created', async () => {
    const externalIds = [{ scheme: 'members', identifier: 'O-2' }];
    const { id } = (await send('POST', 'organization', { name: 'Single', externalIds })).body;
    expect((await upsert([{ keyValue: 'O-2', phone: '1' }])).results).toMatchObject([
      { id, status: 'Updated' },
    ]);
    await send('POST', 'organization', { name: 'Single again', externalIds });
    const [{ faults }] = (await upsert([{ keyValue: 'O-2', phone: '2' }])).results;
    expect(faults[0].message).toContain('2 organizations have the externalId O-2; name one of them by id');
  });

  it('refuses only the rows that are wrong, and names row, field and value', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const { results } = await batch({
      operation: 'upsert',
      rows: [
        { id: unknown, phone: '1' },
        { name: '', type: 'No name' },
        { name: 'Odd', website: 'gopher://odd', parentId: 'seven' },
        { name: 'Orphan', parentId: unknown },
      ],
    });
    expect(results).toMatchObject([
      { status: 'Refused', faults: [{ target: 'rows[0].id', value: unknown, code: 'UNKNOWN_VALUE' }] },
      { status: 'Refused', faults: [{ target: 'rows[1].name' }] },
      { status: 'Refused', faults: [{ target: 'rows[2].website' }, { target: 'rows[2].parentId' }] },
      { status: 'Refused', faults: [{ target: 'rows[3].parentId', value: unknown }] },
    ]);
    const reply = await send('POST', 'Batches/Organizations', {
      operation: 'upsert',
      key: 'email',
      rows: [{}],
    });
    expect(reply.status).toBe(400);
  });

  it('finds organizations by a text field in any case, and refuses fields that are no key', async () => {
    const field = { tab: 'Main', tabGroup: 'Keys', sequence: 1, isRequired: false };
    const createField = async (records: string, name: string, controlTypeId: number): Promise<string> =>
      (await send('POST', `Settings/CustomFields/${records}`, { ...field, name, controlTypeId })).body.id;
    const keyName = await createField('organizations', 'Key number', 0);
    const customFields = [{ fieldId: keyName, value: 'Ab-7' }];
    const { id } = (await send('POST', 'organization', { name: 'Fielded', customFields })).body;
    const key = { operation: 'upsert', key: 'customField' };
    const rows = [
      { keyValue: 'AB-7', phone: '1' },
      { keyValue: 'AB-8', name: 'Fielded anew' },
    ];
    const first = await batch({ ...key, keyName, rows });
    expect(first.results).toMatchObject([{ id, status: 'Updated' }, { status: 'Created' }]);
    expect(statuses(await batch({ ...key, keyName, rows }))).toEqual(['Unchanged', 'Unchanged']);
    const ofPeople = await createField('people', 'Key of people', 0);
    const day = await createField('organizations', 'Key day', 1);
    for (const each of [ofPeople, day]) {
      const reply = await send('POST', 'Batches/Organizations', { ...key, keyName: each, rows });
      expect([reply.status, reply.body.error.details[0].field]).toEqual([400, 'keyName']);
    }
  });

  it('refuses a row whose organization was merged, and names the remaining one', async () => {
    const sent = await batch({ operation: 'create', rows: [{ name: 'Merged' }, { name: 'Remaining' }] });
    const [merged, remaining] = sent.results.map(({ id }: { id: string }) => id);
    expect((await send('POST', `organization/${remaining}/Merge`, { organizationId: merged })).status).toBe(
      200,
    );
    const { results } = await batch({ operation: 'update', rows: [{ id: merged, phone: '1' }] });
    const message = `There is no organization with the id ${merged} any more: it was merged into ${remaining}.`;
    expect(results[0].faults).toEqual([
      { code: 'UNKNOWN_VALUE', target: 'rows[0].id', value: merged, message },
    ]);
    expect((await undo(sent.batchId)).results).toMatchObject([
      { id: merged, status: 'NotUndone', message },
      { id: remaining },
    ]);
  });

  it('moves organizations, and refuses the row that would close a cycle, with the path', async () => {
    const { results } = await batch({
      operation: 'create',
      rows: [{ name: 'Cycle A' }, { name: 'Cycle B' }, { name: 'Cycle C' }],
    });
    const [a, b, c] = results.map(({ id }: { id: string }) => id);
    const moved = await batch({
      operation: 'update',
      rows: [
        { id: b, parentId: a },
        { id: c, parentId: b },
        { id: a, parentId: c },
      ],
    });
    expect(statuses(moved)).toEqual(['Updated', 'Updated', 'Refused']);
    expect(moved.results[2].faults[0]).toMatchObject({ target: 'rows[2].parentId' });
    expect(moved.results[2].faults[0].message).toContain('Cycle A > Cycle C > Cycle B > Cycle A');
  });

  it('moves of two batches at once close no cycle', async () => {
    const { results } = await batch({ operation: 'create', rows: [{ name: 'Race A' }, { name: 'Race B' }] });
    const [a, b] = results.map(({ id }: { id: string }) => id);
    const move = (id: string, parentId: string) => batch({ operation: 'update', rows: [{ id, parentId }] });
    const both = await Promise.all([move(a, b), move(b, a)]);
    expect(both.flatMap(statuses).toSorted()).toEqual(['Refused', 'Updated']);
  });

  it('creates none twice when two batches at once upsert the same ids', async () => {
    const rows = Array.from({ length: 8 }, (_, index) => ({
      keyValue: `T-${index}`,
      name: `Twinwater ${index}`,
    }));
    const both = await Promise.all([upsert(rows), upsert(rows.toReversed())]);
    expect(both[0].created + both[1].created).toBe(8);
    expect(await countFound('Twinwater')).toBe(8);
  });

  it('writes nothing with validateOnly, and tells what it would do', async () => {
    const trial = await batch(
      { operation: 'create', rows: [{ name: 'Trialwater' }] },
      {},
      '?validateOnly=true',
    );
    expect(trial).toMatchObject({ batchId: null, created: 1, results: [{ id: null, status: 'Created' }] });
    expect(await countFound('Trialwater')).toBe(0);
  });

  it('repeated with its Idempotency-Key is the same batch', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const rows = [{ keyValue: 'I-1', name: 'Onceonly' }];
    const first = await upsert(rows, headers);
    expect(await upsert(rows, headers)).toEqual(first);
    expect(await countFound('Onceonly')).toBe(1);
  });
});

// The commit of the third row fails, or only its answer is lost; then the database is gone.
it.each(['broken', 'done and cut'] as const)(
  'a batch that is interrupted (%s) continues with its Idempotency-Key where it stopped',
  async (fault) => {
    const name = `Interrupted ${fault.replaceAll(' ', '')}`;
    const rows = Array.from({ length: 4 }, (_, index) => ({
      keyValue: `${name} ${index}`,
      name: `${name} ${index}`,
    }));
    const body = { operation: 'upsert', key: 'externalId', keyName: 'members', rows };
    const headers = { 'Idempotency-Key': randomUUID() };
    let isGone = false;
    database.chooseFault = ({ operation, body: sent }) => {
      if (isGone) return 'broken';
      isGone = operation === 'TransactWriteItems' && sent.includes(`${name} 2`);
      return isGone ? fault : undefined;
    };
    const cut = await send('POST', 'Batches/Organizations', body, headers);
    database.reset();
    expect(cut.body).toMatchObject({ created: 2, pending: 2 });
    expect(await countFound(name)).toBe(fault === 'broken' ? 2 : 3);
    const repeated = await send('POST', 'Batches/Organizations', body, headers);
    expect(repeated.body, repeated.text).toMatchObject({ created: 4, updated: 0, refused: 0 });
    expect(await countFound(name)).toBe(4);
    expect((await send('GET', `Batches/${repeated.body.batchId}`)).body.results).toEqual(
      repeated.body.results,
    );
  },
);

describe('an undo', () => {
  it('restores former content, deactivates what was new, and names what was changed since', async () => {
    const first = await upsert([
      { keyValue: 'U-1', name: 'Undo One', phone: '1' },
      { keyValue: 'U-2', name: 'Undo Two', phone: '1' },
    ]);
    const next = await upsert([
      { keyValue: 'U-1', phone: '2' },
      { keyValue: 'U-2', phone: '2' },
      { keyValue: 'U-3', name: 'Undo Three' },
    ]);
    const [one, two, three] = next.results.map(({ id }: { id: string }) => id);
    await send('PATCH', `organization/${two}`, { phone: '3' });
    const undone = await undo(next.batchId);
    expect(undone).toMatchObject({
      undone: 2,
      notUndone: 1,
      results: [
        { id: one, status: 'Undone' },
        { id: two, status: 'NotUndone' },
        { id: three, status: 'Undone' },
      ],
    });
    expect(undone.results[1].message).toContain('The organization was changed since the batch');
    expect(await get(one)).toMatchObject({ phone: '1', isActive: true });
    expect(await get(two)).toMatchObject({ phone: '3' });
    expect(await get(three)).toMatchObject({ isActive: false });
    expect((await undo(first.batchId)).undone).toBe(1);
  });

  it('restores references to an organization that was merged since as those to the one that remains', async () => {
    const staff = await tokenWith(
      ...(['crm.people.read', 'crm.people.write', 'crm.settings.write'] as const),
      ...(['crm.organizations.read', 'crm.organizations.write'] as const),
    );
    const field = { name: 'Former union', tab: 'Details', tabGroup: 'Details', controlTypeId: 12 };
    const fieldId = (await send('POST', 'Settings/CustomFields/people', field, {}, staff)).body.id;
    const { results } = await batch({
      operation: 'create',
      rows: [{ name: 'Union kept' }, { name: 'Union gone' }, { name: 'Union local' }],
    });
    const [kept, gone, local] = results.map(({ id }: { id: string }) => id);
    await send('PATCH', `organization/${local}`, { parentId: gone });
    const person = { lastName: 'Unionist', customFields: [{ fieldId, value: gone }] };
    const { id } = (await send('POST', 'people', person, {}, staff)).body;
    const rows = [{ id, customFields: [{ fieldId, value: null }] }];
    const people = await send('POST', 'Batches/People', { operation: 'update', rows }, {}, staff);
    const locals = await batch({ operation: 'update', rows: [{ id: local, parentId: null }] });
    expect((await send('POST', `organization/${kept}/Merge`, { organizationId: gone })).status).toBe(200);
    expect(
      (await send('POST', `Batches/${people.body.batchId}/Undo`, undefined, {}, staff)).body.undone,
    ).toBe(1);
    expect((await undo(locals.batchId)).undone).toBe(1);
    expect((await send('GET', `people/${id}`, undefined, {}, staff)).body.customFields).toMatchObject([
      { fieldId, value: kept },
    ]);
    expect((await get(local)).parentId).toBe(kept);
  });

  it('leaves an organization where it is when its former parent is below it by now', async () => {
    const { results } = await batch({ operation: 'create', rows: [{ name: 'Top' }, { name: 'Low' }] });
    const [top, low] = results.map(({ id }: { id: string }) => id);
    await send('PATCH', `organization/${low}`, { parentId: top });
    const moved = await batch({ operation: 'update', rows: [{ id: low, parentId: null }] });
    await send('PATCH', `organization/${top}`, { parentId: low });
    const { results: undone } = await undo(moved.batchId);
    expect(undone[0].status).toBe('NotUndone');
    expect(undone[0].message).toContain('Low > Top > Low');
    expect((await get(low)).parentId).toBeNull();
  });
});

it('only callers who may write organizations send, read and undo such batches', async () => {
  const { batchId } = await upsert([{ keyValue: 'P-1', name: 'Permitted' }]);
  const peopleToken = await tokenWith('crm.people.write', 'crm.people.read');
  for (const [method, path] of [
    ['POST', 'Batches/Organizations'],
    ['GET', `Batches/${batchId}`],
    ['POST', `Batches/${batchId}/Undo`],
  ] as const) {
    const body = path.endsWith('Organizations') ? { operation: 'create', rows: [{ name: 'X' }] } : undefined;
    const { status, text } = await send(method, path, body, {}, peopleToken);
    expect([path, status]).toEqual([path, 403]);
    expect(text).toContain('crm.organizations.write');
  }
  const people = await send(
    'POST',
    'Batches/People',
    { operation: 'create', rows: [{ lastName: 'X' }] },
    {},
    peopleToken,
  );
  expect((await send('GET', `Batches/${people.body.batchId}`)).status).toBe(403);
  expect((await send('GET', `Batches/${people.body.batchId}`, undefined, {}, peopleToken)).body.records).toBe(
    'people',
  );
});
