// The command that gives records of earlier versions their search rows and short entries (docs/data.md#search-rows-of-earlier-versions).
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { projectFolder } from '../../../infra/contracts/registry.ts';
import { commit, remove, update } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { peopleByName } from '../../../shared/directory/people/person-store.ts';
import {
  type Collection,
  committees,
  organizations,
  people,
} from '../../../shared/directory/writing/collection.ts';
import { rebuildEntries } from '../../../shared/directory/writing/rebuild-entries.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let tenant: TenantStore;
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
  tenant = platform.store('demo');
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.organizations.read'],
  });
});
afterAll(() => platform.stop());

const call = (path: string, body: object) =>
  platform.call('POST', 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });
const countAll = async (): Promise<number[]> => [
  (await call('people/SearchPeopleList/fairweather', {})).body.data.length,
  (await call('People/NewPeoplePagingList', { sortBy: 'updated' })).body.totalCount,
  (await call('organization/OrganizationPagingList', { filter: { searchText: 'alder' } })).body.data.length,
];
/** The keys of the entries that the records of a collection have. */
async function listEntryKeys<C extends object, K extends string>({ counted, entries }: Collection<C, K>) {
  const list = counted?.(tenant);
  const records = list ? await tenant.queryAll(list.listing) : [];
  return records.flatMap((record) => entries?.(tenant, record).map(({ key }) => key) ?? []);
}

const rebuild = (...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [
      'infra/admin/main.ts',
      'rebuild-directory',
      ...args,
      '--region',
      'us-east-1',
      '--table',
      platform.tableName,
    ],
    { cwd: projectFolder, env: { ...process.env, AWS_ENDPOINT_URL: inject('dynamodb') } },
  );

it('what had no rows is found and listed again, however often it runs', async () => {
  const before = await countAll();
  expect(Math.min(...before)).toBeGreaterThan(0);
  const keys = [
    ...(await listEntryKeys(people)),
    ...(await listEntryKeys(organizations)),
    ...(await listEntryKeys(committees)),
  ];
  for (let start = 0; start < keys.length; start += 100)
    await commit(keys.slice(start, start + 100).map((key) => remove(key)));
  expect(await countAll()).toEqual([0, 0, 0]);
  for (let round = 0; round < 2; round += 1) {
    const { stdout, stderr } = await rebuild('--tenant', 'demo');
    expect(stdout).toContain(`people: the lists and the search have all ${before[1]}.`);
    expect(stderr).toContain('people: 0 of');
    expect(await countAll()).toEqual(before);
  }
});

it('a record that others change meanwhile gets all of its rows', async () => {
  const [person] = await tenant.queryAll(peopleByName(tenant), { limit: 1 });
  if (!person) throw new Error('the demo tenant has people');
  const keys = (people.entries?.(tenant, person) ?? []).map(({ key }) => key);
  await commit(keys.map((key) => remove(key)));
  const change = (version: number) =>
    commit([update(people.key(tenant, person), { set: { phone: String(version), version } })]);
  const changes = (async () => {
    for (let version = person.version + 1; version < person.version + 40; version += 1) await change(version);
  })();
  await Promise.all([changes, rebuildEntries(tenant, 'people', () => undefined)]);
  expect((await tenant.getMany(keys, { consistent: true })).every((row) => row !== undefined)).toBe(true);
});

it('an unknown tenant is refused in one line', async () => {
  await expect(rebuild('--tenant', 'nowhere')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no tenant nowhere'),
  });
});
