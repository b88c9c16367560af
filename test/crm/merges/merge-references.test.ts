// References in every area follow a merge of people, and an undo brings them back: people of the demo data who have every
// kind of reference are merged into new ones, and the whole table is searched for the removed ids.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as sweepMerges } from '../../../functions/crm/jobs/sweep-merges/handler.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import { type FollowedTable, followTable } from '../../harness/followed-table.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { runMergeJob } from './run-merge-job.ts';

type Item = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/**
 * Partitions that may name a removed person: what happened stays as it was written down, and the merge itself.
 * In the demo data people are also the subjects who wrote something: those attributes name users, not people.
 */
const history =
  /^T#demo#(CHANGES|CHANGE#|CHANGE-FEED|RECORD-ENTRY|AUDIT|SETTINGS-AUDIT|IDEMPOTENCY|ACTIVITY|NOTICE|NOTIFICATIONS|SUBJECT#|OUTBOX|REPORT|FILE|AWARDING#|PERSON-MERGE#|CAMPAIGN|CAPITOL-REPORT|LEGISLATION-DAYS|BROADCAST-AUDIENCE#)/;
const subjectNames = new Set([
  'by',
  'registeredBy',
  'grantedBy',
  'recordedBy',
  'awardedBy',
  'decidedBy',
  'createdBy',
  'savedBy',
  'author',
  'owner',
]);

let platform: TestPlatform;
let token: string;
let table: FollowedTable;

const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1/people${path}`, { tenant: 'demo', token, body });

const runJob = (id: string, steps?: number) => runMergeJob('person', id, steps);

const selectLiving = (items: readonly Item[]): Item[] =>
  items.filter(({ pk }) => pk.startsWith('T#demo#') && !history.test(pk));
const readItems = async (): Promise<Item[]> => selectLiving(await table.readItems());

/** Without what names the subject of a change. */
const dropSubjects = (item: object): string =>
  JSON.stringify(item, (name, value) => (subjectNames.has(name) ? undefined : value));

const isOwn = ({ pk }: Item, id: string): boolean => pk === `T#demo#PERSON#${id}`;
/** The sponsors and votes of bills that nobody tracks are left to their next import. */
const dropUntracked = (items: readonly Item[]): Item[] => {
  const untracked = new Set(
    items.filter(({ gsi1pk }) => String(gsi1pk).includes('#BILLS-UNTRACKED#')).map(({ pk }) => pk),
  );
  return items.filter(({ pk }) => !untracked.has(pk));
};
const findNaming = (items: readonly Item[], id: string): string[] =>
  dropUntracked(items)
    .filter((item) => !isOwn(item, id) && !/^MERGE-OF#/.test(item.sk))
    // Most items do not have the id at all, and are seen so much sooner.
    .filter((item) => JSON.stringify(item).includes(id) && dropSubjects(item).includes(id))
    .map(({ pk, sk }) => `${pk} ${sk}`);

/** The kinds of items and attributes that name somebody. */
const listKinds = (items: readonly Item[], id: string): Set<string> =>
  new Set(
    dropUntracked(items).flatMap((item) =>
      Object.entries(item)
        .filter(([name, value]) => !subjectNames.has(name) && JSON.stringify(value).includes(id))
        .map(([name]) => `${item.type} ${isOwn(item, id) ? item.sk.split('#', 1)[0] : name}`),
    ),
  );

/** As few people as name every kind of reference that anybody of them has, most kinds twice. */
function selectCovering(items: readonly Item[], ids: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return ids
    .map((id) => ({ id, kinds: listKinds(items, id) }))
    .sort((a, b) => b.kinds.size - a.kinds.size)
    .filter(({ kinds }) => {
      if ([...kinds].every((kind) => (seen.get(kind) ?? 0) >= 2)) return false;
      for (const kind of kinds) seen.set(kind, (seen.get(kind) ?? 0) + 1);
      return true;
    })
    .map(({ id }) => id);
}

/** What an undo restores: everything but the versions of records, and the score, which the next ranking calculates. */
const toStates = (items: readonly Item[]): Map<string, string> =>
  new Map(
    items
      .filter(({ sk }) => !/^(MERGE|MERGED-RECORDS|ENGAGEMENT)$/.test(sk))
      .map((item) => [
        `${item.pk} ${item.sk}`,
        JSON.stringify(
          Object.entries(item)
            .filter(([name]) => !['version', 'modifiedDate', 'm'].includes(name))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        ),
      ]),
  );
const listDifferences = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    // A merge has the approvals looked at that it moves.
    .filter((name) => before.get(name) !== after.get(name) && !/#COUNT#|TIMER#approval-escalates#/.test(name))
    .map((name) => `${name}: ${before.get(name)} -> ${after.get(name)}`);

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.emails.read'],
  });
  table = await followTable(platform.tableName);
});
afterAll(async () => {
  table?.stop();
  await platform?.stop();
});

const createNew = async (): Promise<string> => (await send('POST', '', { lastName: 'Zzyzx' })).body.id;

describe('people of the demo data with every kind of reference', () => {
  it('leave none behind when merged, in whatever steps, and have all of them again after an undo', async () => {
    const people: { readonly id: string }[] = (await send('GET', '?pageSize=200')).body.data;
    let items = await readItems();
    const withReferences = people
      .map(({ id }) => id)
      .filter((id) => {
        const names = findNaming(items, id);
        return names.filter((name) => !/SEARCH#|PEOPLE-ENTRIES|ORG#|OFFICIALS#/.test(name)).length >= 2;
      });
    // Others have only references of kinds that two of these have.
    const chosen = selectCovering(items, withReferences);
    const removals = await Promise.all(chosen.map(async (id) => ({ id, into: await createNew() })));
    items = await readItems();
    for (const { id, into } of removals) {
      const start = toStates(items);
      expect((await send('POST', `/${into}/Merge`, { personId: id })).status).toBe(200);
      await runJob(id, 3);
      expect((await send('GET', `/${id}/Merges`)).body.data[0].status).toBe('Running');
      await runJob(id);
      const [merge] = (await send('GET', `/${id}/Merges`)).body.data;
      expect(merge).toMatchObject({ status: 'Done', notMoved: [] });
      expect(findNaming(await readItems(), id)).toEqual([]);
      await send('POST', `/${id}/UndoMerge`);
      await runJob(id, 3);
      await runJob(id);
      expect((await send('GET', `/${id}/Merges`)).body.data[0]).toMatchObject({
        status: 'Undone',
        notUndone: [],
        moved: [],
      });
      items = await readItems();
      expect(listDifferences(start, toStates(items))).toEqual([]);
    }
    expect(chosen.length).toBeGreaterThan(3);
    // What was followed is what is stored.
    expect(listDifferences(toStates(items), toStates(selectLiving(await table.scan())))).toEqual([]);
  }, 600_000);
});

describe('a reference that was written during a merge', () => {
  it('is moved when no request can be running any more that read the removed person before', async () => {
    const [into, id] = [await createNew(), await createNew()];
    await send('POST', `/${into}/Merge`, { personId: id });
    await runJob(id);
    const tenant = platform.store('demo');
    const late = { type: 'manager', id, of: 'person', managerId: into, version: 1, schemaVersion: 1 };
    await commit([put(tenant.key<object>(`MANAGER#PERSON#${id}`, 'MANAGER'), late)]);
    await sweepMerges(undefined, undefined, new Date());
    expect(await tenant.get(tenant.key(`MANAGER#PERSON#${into}`, 'MANAGER'))).toBeUndefined();
    await sweepMerges(undefined, undefined, new Date(Date.now() + 61_000));
    expect(await tenant.get(tenant.key(`MANAGER#PERSON#${into}`, 'MANAGER'))).toMatchObject({ id: into });
    expect((await send('GET', `/${id}/Merges`)).body.data[0]).toMatchObject({
      status: 'Done',
      moved: [{ type: 'manager', count: 1 }],
    });
  });
});
