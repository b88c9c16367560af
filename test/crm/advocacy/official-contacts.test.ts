// The contact log of officials (docs/interface/crm.md#contact-log-of-officials).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';
import { people as allPeople } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>, as = token) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token: as, body, headers });
const create = async (lastName: string): Promise<string> =>
  (await send('POST', 'people', { lastName })).body.id;
let officials = 0;
/** Somebody with an office, as an import writes them. */
async function createOfficial(lastName: string): Promise<string> {
  officials += 1;
  const id = `00000000-0000-4000-8000-${String(officials).padStart(12, '0')}`;
  const office = { id, kind: 'executive' as const, role: 'governor', state: 'OR' };
  const content = { lastName, displayName: lastName, offices: [office] };
  await upsert(platform.store('demo'), allPeople, [{ id, content }], { now: new Date() });
  return id;
}
const meeting = { date: '2026-03-02', kind: 'meeting', subject: 'Road funding' };
const log = async (officialId: string, fields: object = {}) => {
  const reply = await send('POST', `advocacy/officials/${officialId}/contacts`, { ...meeting, ...fields });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
};
const list = async (officialId: string, query = '') =>
  (await send('GET', `advocacy/officials/${officialId}/contacts${query}`)).body;
const merge = async (id: string, personId: string): Promise<void> => {
  expect((await send('POST', `people/${id}/Merge`, { personId })).status).toBe(200);
  const Keys = { pk: { S: `T#demo#PERSON#${personId}` }, sk: { S: 'MERGE' } };
  await moveReferences({
    Records: [{ eventName: 'MODIFY', dynamodb: { Keys, NewImage: { type: { S: 'person-merge' } } } }],
  });
};

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.advocacy.read', 'crm.advocacy.write'],
  });
});
afterAll(() => platform.stop());

it('is kept by date, the latest first, on pages that cursors follow', async () => {
  const [official, member] = [await createOfficial('Logged'), await create('Visitor')];
  await log(official, { date: '2026-01-10', kind: 'call', subject: 'First' });
  await log(official, { date: '2026-02-10', subject: 'Third', personIds: [member, member] });
  await log(official, { date: '2026-01-20', subject: 'Second' });
  const { data, nextCursor } = await list(official, '?pageSize=2');
  expect(data.map(({ subject }: { subject: string }) => subject)).toEqual(['Third', 'Second']);
  expect(data[0]).toMatchObject({
    ...{ officialId: official, officialName: 'Logged', kind: 'meeting', notes: null, followUpDate: null },
    people: [{ personId: member, name: 'Visitor' }],
  });
  expect((await list(official, `?pageSize=2&cursor=${nextCursor}`)).data).toMatchObject([
    { subject: 'First' },
  ]);
});

it('is changed and deleted entry by entry, with If-Match', async () => {
  const [official, member] = [await createOfficial('Changed'), await create('Helper')];
  const { id } = await log(official, { personIds: [member], notes: 'Long talk.' });
  const path = `advocacy/officials/${official}/contacts/${id}`;
  const { headers } = await send('GET', path);
  const changed = await send(
    'PUT',
    path,
    { ...meeting, date: '2026-03-05', followUpDate: '2026-04-01' },
    {
      'if-match': headers.get('etag') ?? '',
    },
  );
  expect(changed.body).toMatchObject({
    ...{ date: '2026-03-05', followUpDate: '2026-04-01', notes: null, people: [] },
  });
  expect((await send('PUT', path, meeting, { 'if-match': headers.get('etag') ?? '' })).status).toBe(412);
  expect((await send('DELETE', path)).status).toBe(204);
  expect((await send('GET', path)).status).toBe(404);
  expect((await list(official)).data).toEqual([]);
});

it('names only people of the directory, and tells all that is wrong', async () => {
  const official = await createOfficial('Strict');
  const nobody = '00000000-0000-4000-8000-00000000dead';
  const path = `advocacy/officials/${official}/contacts`;
  const unknown = await send('POST', path, { ...meeting, personIds: [nobody] });
  expect([unknown.status, unknown.body.error.details]).toMatchObject([400, [{ field: 'personIds[0]' }]]);
  const wrong = await send('POST', path, { date: 'soon', kind: 'lunch', subject: ' ' });
  const fields = wrong.body.error.details.map(({ field }: { field: string }) => field);
  expect([wrong.status, fields.sort()]).toEqual([400, ['date', 'kind', 'subject']]);
  expect((await send('POST', `advocacy/officials/${nobody}/contacts`, meeting)).status).toBe(404);
});

it('is no contact of the official with themselves, and is followed up on its day or later', async () => {
  const official = await createOfficial('Alone');
  const path = `advocacy/officials/${official}/contacts`;
  const wrong = { ...meeting, followUpDate: '2026-03-01', personIds: [official.toUpperCase()] };
  const refused = await send('POST', path, wrong);
  expect([refused.status, refused.body.error.details]).toMatchObject([
    400,
    [
      { code: 'NOT_ALLOWED', field: 'personIds[0]' },
      { code: 'OUT_OF_RANGE', field: 'followUpDate' },
    ],
  ]);
  const { id } = await log(official, { followUpDate: meeting.date });
  expect((await send('PUT', `${path}/${id}`, wrong)).status).toBe(400);
});

it('is of officials: refuses a person without an office, and says who is one', async () => {
  const nobody = await create('Private');
  const refused = await send('POST', `advocacy/officials/${nobody}/contacts`, meeting);
  expect([refused.status, refused.body.error]).toMatchObject([404, { code: 'RESOURCE_NOT_FOUND' }]);
  expect(refused.body.error.message).toContain('Private holds and held no public office');
  expect((await list(nobody)).data).toEqual([]);
});

it('requires permissions of its own', async () => {
  const official = await createOfficial('Guarded');
  const reader = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.advocacy.read'] });
  const path = `advocacy/officials/${official}/contacts`;
  expect((await send('POST', path, meeting, undefined, reader)).status).toBe(403);
  expect((await send('GET', path, undefined, undefined, reader)).status).toBe(200);
  const other = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] });
  expect((await send('GET', path, undefined, undefined, other)).status).toBe(403);
});

it('follows merges of the official and of who took part, each once', async () => {
  const [official, double] = [await createOfficial('Senator'), await createOfficial('Senatorr')];
  const [member, twin] = [await create('Member'), await create('Memberr')];
  await log(official, { date: '2026-01-01', subject: 'With both', personIds: [member, twin] });
  await log(double, { date: '2026-01-02', subject: 'With one', personIds: [twin] });
  await merge(member, twin);
  await merge(official, double);
  const { data } = await list(official);
  const people = [{ personId: member, name: 'Member' }];
  expect(data).toMatchObject([
    { subject: 'With one', people },
    { subject: 'With both', people },
  ]);
  expect(data[1].people).toHaveLength(1);
  // A later change finds what the merges moved.
  const path = `advocacy/officials/${official}/contacts/${data[0].id}`;
  expect((await send('PUT', path, { ...meeting, personIds: [] })).status).toBe(200);
  expect((await send('DELETE', path)).status).toBe(204);
});

it('names as advocates those who took part in the last 50 contacts', async () => {
  const official = await createOfficial('Visited');
  const [first, second] = [await create('First'), await create('Second')];
  await log(official, { date: '2026-01-01', personIds: [first] });
  await log(official, { date: '2026-01-02', personIds: [second] });
  for (let count = 2; count < 50; count += 1) await log(official, { date: '2026-02-01' });
  const listAdvocates = async () => {
    const { body } = await send('GET', `advocacy/officials/${official}/advocates`);
    return body.data.map(({ personId }: { personId: string }) => personId).sort();
  };
  expect(await listAdvocates()).toEqual([first, second].sort());
  await log(official, { date: '2026-02-02' });
  expect(await listAdvocates()).toEqual([second]);
});
