// People of a new tenant who register at the same moment: none is refused because of the others, and the counts are exact
// (docs/performance.md#people-at-once).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertTenant } from '../../../functions/identity/tenants/store.ts';
import { buildTenant } from '../../../functions/identity/tenants/tenant.ts';
import { commit } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { countedPeople } from '../../../shared/directory/people/person-store.ts';
import { surnameParts } from '../../../shared/directory/people/surname-parts.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { type ContendedDatabase, startContendedDatabase } from '../../machinery/contended-database.ts';

interface CounterItem {
  readonly sk: string;
  readonly n: number;
}

let platform: TestPlatform;
let database: ContendedDatabase;
beforeAll(async () => {
  platform = await startPlatform();
  database = await startContendedDatabase({ holdsItems: true });
});
afterAll(async () => {
  await database.stop();
  await platform.stop();
});

async function createTenant(name: string) {
  const code = parseTenantCode(name) ?? expect.fail(name);
  await commit(insertTenant(openPlatformStore(), buildTenant(code, { name }, new Date())));
  const token = await platform.tokenFor({ tenant: name, permissions: ['crm.people.write'] });
  const register = (lastName: string, firstName: string) =>
    platform.call('POST', 'crm', '/api/v1/people', {
      ...{ tenant: name, token },
      body: { firstName, lastName },
    });
  return { store: platform.store(name), register };
}

/** A name in each part of the alphabet. */
const surnames = ['abbott', ...surnameParts.map((start) => `${start}ley`)];

async function countTwice(store: ReturnType<TestPlatform['store']>) {
  const sum = (items: readonly CounterItem[]) => items.reduce((total, { n }) => total + n, 0);
  const sections = await store.queryAll(store.partition<CounterItem>('COUNT#PEOPLE'));
  const buckets = await store.queryAll(store.partition<CounterItem>('COUNT#PEOPLE#B'));
  return { sections: sections.length, counts: [sum(sections), sum(buckets)] };
}

describe('people who register at the same moment in a new tenant', () => {
  it('are all created, and counted exactly, each in the part of their surname', async () => {
    const { store, register } = await createTenant('aspen');
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, person) =>
        register(surnames[person % surnames.length] ?? '', `Person ${person}`),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await countTwice(store)).toEqual({ sections: surnames.length, counts: [100, 100] });
    expect(await countedPeople(store).total()).toBe(100);
    const middle = await countedPeople(store).page({ pageIndex: 2, pageSize: 25 });
    const all = await store.queryAll(countedPeople(store).listing);
    expect(middle.items).toEqual(all.slice(50, 75));
  });

  it('are all created also when they have one surname, by trying again', async () => {
    const { store, register } = await createTenant('linden');
    const before = database.conflicts;
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, person) => register('Smith', `Person ${person}`)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(database.conflicts).toBeGreaterThan(before);
    expect((await countTwice(store)).counts).toEqual([30, 30]);
  });
});
