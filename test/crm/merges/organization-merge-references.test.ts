// References in every area follow a merge of organizations, and an undo brings them back: each organization of the demo data
// is merged into a new one, and the whole tenant is searched for the removed id.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as sweepMerges } from '../../../functions/crm/jobs/sweep-merges/handler.ts';
import { demoId } from '../../../infra/local/demo/steps/references.ts';
import { permissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { commit } from '../../../shared/data/changes.ts';
import { nextVersion } from '../../../shared/directory/record/stored.ts';
import { people } from '../../../shared/directory/writing/collection.ts';
import { buildRecordChanges } from '../../../shared/directory/writing/record-changes.ts';
import type { Area } from '../../../shared/http/areas.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { type Item, scanTenant } from '../erasure/person-everywhere.ts';
import { runMergeJob } from './run-merge-job.ts';

/** Partitions that may name a removed organization: what happened stays as it was written down, and the merge itself. */
const history =
  /^T#demo#(CHANGES|CHANGE#|CHANGE-FEED|RECORD-ENTRY|AUDIT|SETTINGS-AUDIT|IDEMPOTENCY|ACTIVITY|NOTICE|NOTIFICATIONS|OUTBOX|REPORT|FILE|ORG-MERGE#|BATCH)/;

let platform: TestPlatform;
let token: string;

const call = async (method: string, area: Area, path: string, body?: unknown) => {
  const reply = await platform.call(method, area, path, {
    tenant: 'demo',
    token,
    ...(body !== undefined && { body }),
  });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body;
};
const organization = (method: string, path: string, body?: unknown) =>
  call(method, 'crm', `/api/v1/organization${path}`, body);

const runJob = (id: string, steps?: number) => runMergeJob('organization', id, steps);

const scan = async (): Promise<Item[]> => (await scanTenant()).filter(({ pk }) => !history.test(pk));
const findNaming = (items: readonly Item[], id: string): string[] =>
  items
    .filter((item) => item.pk !== `T#demo#ORG#${id}` && !/^MERGE(-OF#.*)?$/.test(item.sk))
    .filter((item) => JSON.stringify(item).includes(id))
    .map(({ pk, sk }) => `${pk} ${sk}`);

/** What an undo restores: everything but versions, moments, and counters that count nothing. */
const toStates = (items: readonly Item[]): Map<string, string> =>
  new Map(
    items
      .filter(({ pk, sk }) => !/^(MERGE|MERGED-RECORDS)$/.test(sk) && !/#COUNT#|ORGANIZATION-TREE/.test(pk))
      .map(
        (item) =>
          [
            `${item.pk} ${item.sk}`,
            Object.entries(item)
              .filter(
                ([name, value]) => !['version', 'modifiedDate', 'm', 'changes'].includes(name) && value !== 0,
              )
              .sort(([a], [b]) => (a < b ? -1 : 1)),
          ] as const,
      )
      .filter(([name, attributes]) => !name.endsWith(' PEOPLE') || attributes.length > 3)
      .map(([name, attributes]) => [name, JSON.stringify(attributes)]),
  );
const listDifferences = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name)} -> ${after.get(name)}`);

const create = async (name: string): Promise<string> => (await organization('POST', '', { name })).id;
const mergesOf = async (id: string) => (await organization('GET', `/${id}/Merges`)).data;

beforeAll(async () => {
  platform = await startPlatform();
  const permissions = permissionNames.filter((name) => name !== 'platform.admin');
  token = await platform.tokenFor({ tenant: 'demo', name: 'admin@demo.example', permissions });
});
afterAll(() => platform.stop());

describe('each organization of the demo data', () => {
  it('leaves no reference behind when merged, in whatever steps, and has all of them again after an undo', async () => {
    const { values } = platform.demo;
    const alder = demoId('demo', 'organization:alder');
    await call('PUT', 'training', `/api/v1/Organizations/${alder}/Manager`, { managerId: values.managerId });
    await call('POST', 'billtracking', '/api/1.0/Advocacy/saveChampaignTemplate', {
      name: 'To everybody in Alder',
      subject: 'A hearing',
      body: 'Come to the hearing.',
      audience: { kind: 'organization', organizationId: alder },
    });
    await call('POST', 'crm', '/api/v1/people', {
      lastName: 'Elsewhere',
      organizationId: demoId('demo', 'organization:birch'),
      positions: [{ organizationId: alder, title: 'Adviser' }],
    });
    const moved = new Set<string>();
    for (const key of ['association', 'alder', 'birch']) {
      const id = demoId('demo', `organization:${key}`);
      const into = await create(`Zzyzx ${key}`);
      const start = toStates(await scan());
      expect(findNaming(await scan(), id).length).toBeGreaterThan(3);
      await organization('POST', `/${into}/Merge`, { organizationId: id, fields: { name: 'remaining' } });
      await runJob(id, 3);
      expect((await mergesOf(id))[0].status).toBe('Running');
      await runJob(id);
      const [merge] = await mergesOf(id);
      expect(merge).toMatchObject({ status: 'Done', notMoved: [] });
      for (const { type } of merge.moved) moved.add(type);
      expect(findNaming(await scan(), id)).toEqual([]);
      const { data: tree } = await organization('GET', `/${into}/Tree`);
      expect(tree.length).toBeGreaterThan(1);
      await organization('POST', `/${id}/UndoMerge`);
      await runJob(id, 3);
      await runJob(id);
      expect((await mergesOf(id))[0]).toMatchObject({ status: 'Undone', notUndone: [], moved: [] });
      expect(listDifferences(start, toStates(await scan()))).toEqual([]);
    }
    expect([...moved].sort()).toEqual(
      expect.arrayContaining([
        'campaign-template',
        'committee',
        'manager',
        'organization',
        'person',
        'registration',
      ]),
    );
  }, 600_000);
});

describe('a reference that was written during a merge', () => {
  it('is moved when no request can be running any more that read the removed organization before', async () => {
    const [into, id] = [await create('Late remaining'), await create('Late removed')];
    await organization('POST', `/${into}/Merge`, { organizationId: id });
    await runJob(id);
    const tenant = platform.store('demo');
    const content = { lastName: 'Late', organizationId: id, organizationName: 'Late removed' };
    const personId = demoId('demo', 'person:late');
    const after = nextVersion('person', personId, content, undefined, new Date());
    await commit(await buildRecordChanges(tenant, people, [{ before: undefined, after }]));
    await sweepMerges(undefined, undefined, new Date());
    expect((await call('GET', 'crm', `/api/v1/people/${personId}`)).organizationId).toBe(id);
    await sweepMerges(undefined, undefined, new Date(Date.now() + 16 * 60_000 + 1_000));
    expect(await call('GET', 'crm', `/api/v1/people/${personId}`)).toMatchObject({
      organizationId: into,
      organizationName: 'Late remaining',
    });
    expect((await mergesOf(id))[0]).toMatchObject({ status: 'Done', moved: [{ type: 'person', count: 1 }] });
  });
});
