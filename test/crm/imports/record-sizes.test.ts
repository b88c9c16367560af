// Records of the directory at the largest size that the table takes (docs/data.md#sizes).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as eraseNames } from '../../../functions/crm/jobs/erase-people/handler.ts';
import { handler as moveReferences } from '../../../functions/crm/jobs/merge-records/handler.ts';
import { handler as renamePeople } from '../../../functions/crm/jobs/rename-organization-people/handler.ts';
import { maxRecordBytes, measureItem } from '../../../shared/data/size/item-size.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { committeeKey } from '../../../shared/directory/committees/committee-store.ts';
import { organizationKey } from '../../../shared/directory/organizations/organization-store.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { importBatch } from '../../../shared/import/import-batch.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let store: TenantStore;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body, headers });

beforeAll(async () => {
  platform = await startPlatform();
  store = platform.store('demo');
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'crm.people.erase',
      'crm.emails.read',
      'crm.organizations.read',
      'crm.organizations.write',
      'crm.committees.read',
      'crm.committees.write',
    ],
  });
});
afterAll(() => platform.stop());

const repeat = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));
/** A hundred links, whose addresses have so many bytes together. */
const linksOf = (bytes: number) => ({
  links: repeat(100, (index) => ({
    url: `https://a.example/${index}`.padEnd(Math.floor(bytes / 100) + (index < bytes % 100 ? 1 : 0), 'x'),
  })),
});
const addresses = repeat(50, () => ({
  street: '県'.repeat(300),
  street2: '県'.repeat(300),
  city: '県'.repeat(100),
  state: '県'.repeat(100),
}));
const positions = repeat(200, () => ({ organizationName: '県'.repeat(300), title: '道' }));
const otherNames = repeat(200, (index) => `${index} ${'県'.repeat(290)}`);
const externalIds = repeat(100, (index) => ({ scheme: `県${index}`, identifier: '県'.repeat(290) }));

/** A kind of record: how it is created, and what else than links makes it large. */
interface Kind {
  readonly create: string;
  readonly path: string;
  readonly name: object;
  readonly parts: readonly object[];
  readonly key: (tenant: TenantStore, id: string) => Key<object>;
}
const kinds = {
  person: {
    ...{ create: 'people', path: 'people/', name: { lastName: 'Large' }, key: personKey },
    parts: [{ positions }, { addresses }],
  },
  organization: {
    ...{ create: 'organization', path: 'organization/', name: { name: 'Large' }, key: organizationKey },
    parts: [{ addresses }, { externalIds }],
  },
  committee: {
    ...{
      create: 'committee/createcommittee',
      path: 'committee/',
      name: { name: 'Large' },
      key: committeeKey,
    },
    parts: [{ otherNames }, { externalIds }],
  },
} satisfies Readonly<Record<string, Kind>>;

const sizeOf = async ({ key }: Kind, id: string): Promise<number> =>
  measureItem({ ...(await store.get(key(store, id), { consistent: true })) });

/** A record of so many bytes, with the links that fill it. */
async function createRecord(kind: Kind, bytes: number) {
  const { id } = (await send('POST', kind.create, kind.name)).body;
  const patch = async (part: object) => send('PATCH', `${kind.path}${id}`, part);
  for (const part of kind.parts) expect((await patch(part)).status).toBe(200);
  expect((await patch(linksOf(20_000))).status).toBe(200);
  const filling = 20_000 + bytes - (await sizeOf(kind, id));
  const filled = await patch(linksOf(filling));
  return { id: String(id), filling, filled, patch };
}

describe.each(Object.entries(kinds))('the largest %s', (name, kind: Kind) => {
  it('is stored, and one with a byte more is refused with its size, the limit and its largest members', async () => {
    const { id, filling, filled, patch } = await createRecord(kind, maxRecordBytes);
    expect(filled.status, filled.text.slice(0, 500)).toBe(200);
    expect(await sizeOf(kind, id)).toBe(maxRecordBytes);
    const refused = await patch(linksOf(filling + 1));
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ code: 'RECORD_TOO_LARGE' });
    expect(refused.body.error.message).toMatch(
      new RegExp(
        `^The ${name} would have 401,409 bytes, and may have at most 401,408. Its largest members, in bytes: (\\w+ [\\d,]+(, |\\.$)){3}$`,
      ),
    );
    expect(refused.body.error.details.map(({ field }: { field: string }) => field).sort()).toEqual(
      ['links', ...kind.parts.flatMap((part) => Object.keys(part))].sort(),
    );
    expect(await sizeOf(kind, id)).toBe(maxRecordBytes);
    // A dry run says the same.
    const trial = await send('PATCH', `${kind.path}${id}?validateOnly=true`, linksOf(filling + 1));
    expect([trial.status, trial.body.error.message]).toEqual([422, refused.body.error.message]);
  });
});

/** Bytes of a person that was stored before there was a limit below DynamoDB's. */
const large = 390 * 1024;

describe('a person of 390 KB', () => {
  it('is changed, deactivated and erased, also with an Idempotency-Key, whose reply is stored in parts', async () => {
    const { id, filled } = await createRecord(kinds.person, large);
    expect(filled.status).toBe(200);
    const headers = { 'Idempotency-Key': randomUUID() };
    const [first, again] = [
      await send('POST', `people/${id}/Deactivate`, undefined, headers),
      await send('POST', `people/${id}/Deactivate`, undefined, headers),
    ];
    expect([first.status, again.status], first.text.slice(0, 500)).toEqual([200, 200]);
    expect(first.text.length).toBeGreaterThan(390_000 / 3);
    expect(again.text === first.text).toBe(true);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await send('PATCH', `people/${id}`, { firstName: 'Changed' })).status).toBe(200);
    const erased = await send('POST', `people/${id}/Erase`, { confirm: id });
    expect(erased.status, erased.text.slice(0, 500)).toBeLessThan(300);
    await eraseNames({ Records: [changeOf(`PERSON#${id}`, 'ERASURE', 'person-erasure')] });
    expect(await store.get(personKey(store, id), { consistent: true })).toBeUndefined();
  });

  it('is merged into another one as large, and separated again', async () => {
    const [kept, removed] = [
      await createRecord(kinds.person, large),
      await createRecord(kinds.person, large),
    ];
    const before = await send('GET', `people/${removed.id}`);
    const merged = await send('POST', `people/${kept.id}/Merge`, {
      personId: removed.id,
      fields: { links: 'remaining', positions: 'remaining', addresses: 'remaining' },
    });
    expect(merged.status, merged.text.slice(0, 800)).toBe(200);
    const run = () =>
      moveReferences({ Records: [changeOf(`PERSON#${removed.id}`, 'MERGE', 'person-merge')] });
    await run();
    const undone = await send('POST', `people/${removed.id}/UndoMerge`);
    expect(undone.status, undone.text.slice(0, 800)).toBe(200);
    await run();
    const after = await send('GET', `people/${removed.id}`);
    const omitDate = ({ modifiedDate: _, ...rest }: Record<string, unknown>) => rest;
    expect(JSON.stringify(omitDate(after.body)) === JSON.stringify(omitDate(before.body))).toBe(true);
  });
});

const changeOf = (partition: string, sk: string, type: string) => ({
  eventName: 'MODIFY' as const,
  dynamodb: { Keys: { pk: { S: `T#demo#${partition}` }, sk: { S: sk } }, NewImage: { type: { S: type } } },
});
const createOrganization = async (name: string): Promise<string> =>
  (await send('POST', 'organization', { name })).body.id;

/** A person whose positions in an organization have 240 KB. */
async function createStaff(organizationId: string): Promise<string> {
  const title = { title: '道'.repeat(200), department: '道'.repeat(150) };
  const { status, body, text } = await send('POST', 'people', {
    ...{ lastName: 'Staff', organizationId },
    positions: repeat(200, () => ({ organizationId, ...title })),
  });
  expect(status, text.slice(0, 500)).toBe(201);
  return body.id;
}

describe('a transaction', () => {
  const message = /changes (\d+) items at once, and at most 100 can be changed together/;
  /** Terms in a legislature, each with an entry of its own, which has the name of the person. */
  const offices = (count: number) =>
    repeat(count, (index) => ({
      ...{ id: randomUUID(), kind: 'legislature' as const, role: 'lower', state: 'WA' },
      ...{ district: `${index}`, startDate: '2001-01-01', endDate: '2002-01-01' },
    }));
  const importPerson = async (count: number, dryRun = false) => {
    const record = { id: randomUUID(), content: { lastName: 'Manifold', offices: offices(count) } };
    const rows = [{ row: '0', record, leftOut: [] }];
    const [result] = await importBatch(store, people, rows, { now: new Date(), dryRun });
    return { id: record.id, result };
  };

  it('that grows with a person is refused with the number of changes and the limit', async () => {
    const { id, result } = await importPerson(70);
    expect(result).toMatchObject({ outcome: 'created' });
    const renamed = await send('PATCH', `people/${id}`, { lastName: 'Renamed' });
    expect([renamed.status, renamed.body.error?.code]).toEqual([422, 'TRANSACTION_TOO_LARGE']);
    expect(Number(message.exec(renamed.body.error.message)?.[1])).toBeGreaterThan(140);
    expect(renamed.body.error.message).toMatch(/ Most of them are: official entry \d+/);
    // What changes less of the person is done.
    expect((await send('PATCH', `people/${id}`, { gender: 'x' })).status).toBe(200);
    const { body: other } = await send('POST', 'people', { lastName: 'Other' });
    const merged = await send('POST', `people/${other.id}/Merge`, { personId: id, fields: {} });
    expect(merged.status).toBe(409);
    expect(merged.body.error.message).toMatch(/would be \d+ changes at once, and at most 98 are possible/);
  });

  it('of a row of a batch or an import refuses that row alone', async () => {
    const { id } = await importPerson(70);
    const rows = [
      { id, lastName: 'Renamed' },
      { id, gender: 'x' },
    ];
    const reply = await send('POST', 'Batches/People', { operation: 'update', key: 'id', rows });
    expect(reply.status, reply.text.slice(0, 500)).toBe(200);
    expect(reply.body.results).toMatchObject([
      { status: 'Refused', faults: [{ message: expect.stringMatching(message) }] },
      { status: 'Updated' },
    ]);
    for (const dryRun of [true, false])
      expect((await importPerson(110, dryRun)).result).toMatchObject({
        problems: [{ reason: expect.stringMatching(/^is too large: The request changes \d+ items at once/) }],
      });
  });
});

describe('jobs', () => {
  it('a merge of organizations moves 240 KB of positions, and its undo moves them back', async () => {
    const [kept, removed] = [await createOrganization('Kept'), await createOrganization('Removed')];
    const personId = await createStaff(removed);
    const read = async () => (await send('GET', `people/${personId}`)).body;
    const run = () =>
      moveReferences({ Records: [changeOf(`ORG#${removed}`, 'MERGE', 'organization-merge')] });
    const merged = await send('POST', `organization/${kept}/Merge`, { organizationId: removed });
    expect(merged.status, merged.text.slice(0, 500)).toBe(200);
    await run();
    expect(await read()).toMatchObject({ organizationId: kept, organizationName: 'Kept' });
    expect((await read()).positions[199]).toMatchObject({ organizationId: kept, organizationName: 'Kept' });
    const undone = await send('POST', `organization/${removed}/UndoMerge`);
    expect(undone.status, undone.text.slice(0, 500)).toBe(200);
    await run();
    expect(await read()).toMatchObject({ organizationId: removed, organizationName: 'Removed' });
    expect((await read()).positions[199]).toMatchObject({
      organizationId: removed,
      organizationName: 'Removed',
    });
  });

  it('what has no room for another name stays, and the others get it', async () => {
    const id = await createOrganization('Short');
    const [tight, roomy] = [
      await createStaff(id),
      (await send('POST', 'people', { lastName: 'Roomy', organizationId: id })).body.id,
    ];
    const name = '県'.repeat(300);
    expect((await send('PATCH', `organization/${id}`, { name })).status).toBe(200);
    await renamePeople({ Records: [changeOf(`ORG#${id}`, 'RENAME', 'organization-rename')] });
    expect((await send('GET', `people/${tight}`)).body.organizationName).toBe('Short');
    expect((await send('GET', `people/${roomy}`)).body.organizationName).toBe(name);
    // The same for a merge: the report says which person it left, and why.
    const target = await createOrganization('県'.repeat(299));
    await send('POST', `organization/${target}/Merge`, { organizationId: id });
    await moveReferences({ Records: [changeOf(`ORG#${id}`, 'MERGE', 'organization-merge')] });
    const { data } = (await send('GET', `organization/${target}/Merges`)).body;
    expect(data[0].status).toBe('Done');
    expect(data[0].notMoved).toEqual([
      expect.stringMatching(
        new RegExp(`${tight}: The person would have [\\d,]+ bytes, and may have at most 401,408`),
      ),
    ]);
  });

  it('a row of an import that is too large is refused with its size; the others are written', async () => {
    const rows = [
      { lastName: 'Row One' },
      {
        lastName: 'Row Two',
        addresses: [],
        positions: repeat(200, () => ({
          id: randomUUID(),
          organizationName: '県'.repeat(300),
          title: '県'.repeat(200),
          department: '県'.repeat(200),
        })),
      },
      { lastName: 'Row Three' },
    ].map((content, index) => ({ row: `${index}`, record: { id: randomUUID(), content }, leftOut: [] }));
    for (const dryRun of [true, false]) {
      const results = await importBatch(store, people, rows, { now: new Date(), dryRun });
      expect(results).toMatchObject([
        { outcome: 'created' },
        {
          problems: [
            {
              reason: expect.stringMatching(
                /^is too large: The person would have 4\d\d,\d{3} bytes, and may have at most 401,408. Its largest members, in bytes: positions 4\d\d,\d{3}.$/,
              ),
            },
          ],
        },
        { outcome: 'created' },
      ]);
    }
  });

  it('a row of a batch that is too large is refused; the others are written', async () => {
    const { id, patch } = await createRecord(kinds.person, large);
    expect((await patch({ externalIds: [] })).status).toBe(200);
    const rows = [
      { id, firstName: 'Bigger', externalIds },
      { id, firstName: 'Fits' },
    ];
    const reply = await send('POST', 'Batches/People', { operation: 'update', key: 'id', rows });
    expect(reply.status, reply.text.slice(0, 800)).toBe(200);
    const [refused, updated] = reply.body.results;
    expect([refused.status, updated.status]).toEqual(['Refused', 'Updated']);
    expect(refused.faults[0].message).toMatch(
      /^positions has [\d,]+ bytes; the person would have 4\d\d,\d{3} bytes, and may have at most 401,408\.$/,
    );
    const undone = await send('POST', `Batches/${reply.body.batchId}/Undo`);
    expect(undone.body).toMatchObject({ undone: 1, notUndone: 0 });
  });
});
