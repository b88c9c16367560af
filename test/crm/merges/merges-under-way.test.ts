// What can be read while references of a merge are on their way (docs/interface/crm.md#while-a-merge-runs): the run is held
// back, and everything that is read by the ids of both records is compared with what it is once the run is done.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createReader, listReadsById, type ReadById } from './reads-by-id.ts';
import { runMergeJob } from './run-merge-job.ts';

let platform: TestPlatform;
let token: string;
let reads: readonly ReadById[];
let read: Awaited<ReturnType<typeof createReader>>;

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });

type Kind = 'person' | 'organization';
const places = {
  person: { path: 'people', field: 'personId' },
  organization: { path: 'organization', field: 'organizationId' },
} as const;

/** Merges have replies of their own for the removed id. */
const isOfMerge = ({ name }: ReadById): boolean => /Merges |Erasure /.test(name);

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'crm.emails.read',
      'crm.organizations.read',
      'crm.organizations.write',
    ],
  });
  reads = (await listReadsById()).filter((each) => !isOfMerge(each));
  read = await createReader(platform);
});
afterAll(() => platform.stop());

type Replies = Readonly<Record<string, string>>;

/** The replies to these reads, by their names. */
async function readAll(some: readonly ReadById[], id: string): Promise<Replies> {
  const replies: Record<string, string> = {};
  for (const each of some) replies[each.name] = await read(each, id);
  return replies;
}

const createRecord = async (kind: Kind): Promise<string> => {
  const body = kind === 'person' ? { firstName: 'Remaining', lastName: 'Zzyzx' } : { name: 'Remaining' };
  return (await send('POST', places[kind].path, body)).body.id;
};

const cases: readonly (readonly [Kind, string])[] = [
  ['person', 'personId'],
  ['person', 'managerId'],
  ['person', 'officialId'],
  ['person', 'mailingListMemberId'],
  ['person', 'holderId'],
  ['person', 'managedPersonId'],
  ['person', 'participantId'],
  ['person', 'reportRecipientId'],
  ['organization', 'organizationId'],
];

describe.each(cases)('a %s of the demo data (%s)', (kind, valueName) => {
  it('is read in full under both ids while it is merged and while that is undone', async () => {
    const from = platform.demo.values[valueName] ?? expect.fail(`The demo data names ${valueName}`);
    const into = await createRecord(kind);
    const known: ReadById[] = [];
    const alone: Record<string, string> = {};
    for (const each of reads) {
      const reply = await read(each, from);
      if (!reply.startsWith('200')) continue;
      known.push(each);
      alone[each.name] = reply;
    }
    // Reads by which there is something to compare.
    expect(known.length).toBeGreaterThan(kind === 'person' ? 30 : 8);
    const { path, field } = places[kind];
    expect((await send('POST', `${path}/${into}/Merge`, { [field]: from })).status).toBe(200);
    const held = await readAll(known, into);
    const heldFormer = await readAll(known, from);
    await runMergeJob(kind, from, 4);
    const partial = await readAll(known, into);
    await runMergeJob(kind, from);
    const done = await readAll(known, into);
    expect.soft(held, 'while the run is held back').toEqual(done);
    expect.soft(heldFormer, 'under the removed id, while the run is held back').toEqual(done);
    expect.soft(partial, 'while the run is under way').toEqual(done);
    expect.soft(await readAll(known, from), 'under the removed id').toEqual(done);

    expect((await send('POST', `${path}/${from}/UndoMerge`)).status).toBe(200);
    const undoing = [await readAll(known, from), await readAll(known, into)];
    await runMergeJob(kind, from, 4);
    const undoingFurther = [await readAll(known, from), await readAll(known, into)];
    await runMergeJob(kind, from);
    const undone = [await readAll(known, from), await readAll(known, into)];
    expect.soft(undoing, 'while the undo is held back').toEqual(undone);
    expect.soft(undoingFurther, 'while the undo is under way').toEqual(undone);
    expect.soft(undone[0], 'after the undo').toEqual(alone);
  });
});
