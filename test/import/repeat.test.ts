// Imports that are repeated, interrupted, run twice at once, or meet existing records.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { runExclusively } from '../../infra/import/run-exclusively.ts';
import { commit, put, update } from '../../shared/data/changes.ts';
import { observeRequests } from '../../shared/data/client.ts';
import {
  organizationKey,
  organizationsByName,
} from '../../shared/directory/organizations/organization-store.ts';
import type { PersonContent } from '../../shared/directory/people/person.ts';
import {
  countedPeople,
  type PersonItem,
  peopleByName,
  personById,
} from '../../shared/directory/people/person-store.ts';
import { turnKey } from '../../shared/directory/record/import-turn.ts';
import { organizations, people } from '../../shared/directory/writing/collection.ts';
import { upsert } from '../../shared/directory/writing/upsert.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importText } from './import-into.ts';

let platform: TestPlatform;
let stopObserving: (() => void) | undefined;

beforeAll(async () => {
  platform = await startPlatform();
});
afterEach(() => stopObserving?.());
afterAll(() => platform.stop());

const peopleFile = (source: string, count: number): string =>
  ['Id,First Name,Last Name,Email']
    .concat(
      Array.from(
        { length: count },
        (_, index) => `${source}/${index},Ada,${source}${(index * 7919) % count},a${index}@example.org`,
      ),
    )
    .join('\n');

/** All people, read from the index, independent of the count. */
async function walked(): Promise<PersonItem[]> {
  const tenant = platform.store('demo');
  const found: PersonItem[] = [];
  let page = await tenant.query(peopleByName(tenant));
  found.push(...page.items);
  while (page.next) {
    page = await tenant.query(peopleByName(tenant), { after: page.next });
    found.push(...page.items);
  }
  return found;
}

const total = (): Promise<number> => countedPeople(platform.store('demo')).total();

it('an interrupted import that is run again ends with every person once and the correct total', async () => {
  const before = await total();
  const file = peopleFile('broken', 500);
  for (const lastWrite of [1, 2]) {
    let writes = 0;
    stopObserving = observeRequests(({ operation }) => {
      if (operation !== 'TransactWriteItems' && operation !== 'TransactWrite') return;
      writes += 1;
      if (writes > lastWrite) throw new Error('the machine went away');
    });
    await expect(importText('people', file)).rejects.toThrow('the machine went away');
    stopObserving();
    expect(await total()).toBe((await walked()).length);
  }
  const { counts } = await importText('people', file);
  expect(counts.people?.created).toBeGreaterThan(0);
  expect(counts.people?.unchanged).toBeGreaterThan(0);
  expect(await total()).toBe(before + 500);
  const people = await walked();
  expect(people).toHaveLength(before + 500);
  expect(new Set(people.map(({ id }) => id)).size).toBe(before + 500);
  const again = await importText('people', file);
  expect(again.counts.people).toEqual({ created: 0, updated: 0, unchanged: 500, refused: 0 });
});

it('two imports of one file at the same time create every person once', async () => {
  const before = await total();
  const file = peopleFile('twice', 300);
  const [first, second] = await Promise.all([importText('people', file), importText('people', file)]);
  const created = (first.counts.people?.created ?? 0) + (second.counts.people?.created ?? 0);
  expect(created).toBe(300);
  expect(await total()).toBe(before + 300);
  expect(await walked()).toHaveLength(before + 300);
});

it('an update changes only what the file gives, moves a renamed person in the list, and increases the version', async () => {
  await importText(
    'people',
    'Id,First Name,Last Name,Email,Phone\nmerge/1,Ada,Aaronson,ada@example.org,410-555-0100\n',
  );
  const tenant = platform.store('demo');
  const [first] = (await walked()).filter(({ lastName }) => lastName === 'Aaronson');
  const before = await total();
  const { counts } = await importText('people', 'Id,First Name,Last Name,Email\nmerge/1,Ada,Zzyzx,\n');
  expect(counts.people).toEqual({ created: 0, updated: 1, unchanged: 0, refused: 0 });
  const person = await personById(tenant, first?.id ?? '');
  expect(person).toMatchObject({
    lastName: 'Zzyzx',
    email: 'ada@example.org',
    phone: '410-555-0100',
    version: 2,
  });
  expect(person?.createdDate).toBe(first?.createdDate);
  expect(await total()).toBe(before);
  expect((await walked()).at(-1)?.id).toBe(first?.id);
});

it('a dry run reports the outcome and writes nothing', async () => {
  const before = await total();
  const { counts, lines } = await importText('people', peopleFile('dry', 5), { dryRun: true });
  expect(counts.people).toMatchObject({ created: 5 });
  expect(lines.join('\n')).toContain('This was a dry run: nothing was written.');
  expect(await total()).toBe(before);
});

it('two tenants never share a person, and two systems never share an id', async () => {
  const file = 'Id,Name\n1,Ada Gale\n';
  const ids = new Set<string>();
  for (const [tenant, source] of [
    ['demo', 'hr'],
    ['demo', 'crm'],
    ['harbor', 'hr'],
  ] as const) {
    await importText('people', file, { tenant, source });
    const { items } = await platform
      .store(tenant)
      .query(peopleByName(platform.store(tenant)), { beginsWith: 'gale#' });
    for (const { id } of items) ids.add(id);
  }
  expect(ids.size).toBe(3);
});

it('an unknown tenant is refused with a list of the known ones', async () => {
  await expect(importText('people', 'Name\nAda Gale\n', { tenant: 'nowhere' })).rejects.toThrow(
    'There is no tenant "nowhere"; the tenants are demo, harbor.',
  );
});

it('concurrent imports that move records under each other create no cycle; an existing cycle blocks nothing', async () => {
  const pairs = Array.from({ length: 5 }, (_, index) => [`Left ${index}`, `Right ${index}`] as const);
  const file = (rows: readonly (readonly string[])[]) => ['Name,Parent', ...rows.map(String)].join('\n');
  const everyone: readonly string[] = pairs.flat();
  await importText('organizations', file(everyone.map((name) => [name, ''])));
  await Promise.all([
    importText('organizations', file(pairs)),
    importText('organizations', file(pairs.map(([left, right]) => [right, left]))),
  ]);
  const tenant = platform.store('demo');
  const listStored = async () => {
    const { items } = await tenant.query(organizationsByName(tenant));
    return items.filter(({ name }) => everyone.includes(name));
  };
  const moved = (await listStored()).filter(({ parentId }) => parentId !== undefined);
  expect(moved).toHaveLength(pairs.length);
  const circle = await listStored();
  const idOf = (name: string) => circle.find((organization) => organization.name === name)?.id ?? '';
  await commit(
    pairs.flatMap(([left, right]) => [
      update(organizationKey(tenant, idOf(left)), { set: { parentId: idOf(right) } }),
      update(organizationKey(tenant, idOf(right)), { set: { parentId: idOf(left) } }),
    ]),
  );
  const types = ['Name,Type', ...everyone.map((name) => `${name},Agency`)].join('\n');
  const { counts } = await importText('organizations', types);
  expect(counts.organizations).toEqual({ created: 0, updated: 10, unchanged: 0, refused: 0 });
  const out = await importText('organizations', file([['Left 0', 'Right 1']]));
  expect(out.counts.organizations).toMatchObject({ updated: 1, refused: 0 });
});

it('the turn of a killed import expires, and an import that lost its turn writes nothing more', async () => {
  const tenant = platform.store('demo');
  const turn = { type: 'import-turn', holder: 'killed', until: Date.now() - 1, ttl: 4_000_000_000 } as const;
  await commit([put(turnKey(tenant, 'organizations'), turn)]);
  const { counts } = await importText('organizations', 'Name\nAfter A Kill\n');
  expect(counts.organizations).toMatchObject({ created: 1 });
  const run = { tenant, dryRun: false, remark: () => undefined };
  const late = { id: randomUUID(), content: { name: 'Too Late' } };
  const asleep = runExclusively(run, 'organizations', async ({ guard }) => {
    await commit([put(turnKey(tenant, 'organizations'), { ...turn, holder: 'another' })]);
    return upsert(tenant, organizations, [late], {
      now: new Date(),
      ...(guard && { relatedChanges: () => [guard()] }),
    });
  });
  await expect(asleep).rejects.toThrow('Another import of organizations into this tenant has begun');
  const { items } = await tenant.query(organizationsByName(tenant));
  expect(items.map(({ name }) => name)).not.toContain('Too Late');
});

it('a record that needs more changes than one transaction takes is refused, and its neighbours are written', async () => {
  const tenant = platform.store('demo');
  const [small, large, other] = [randomUUID(), randomUUID(), randomUUID()];
  const records = [small, large, other].map((id) => ({ id, content: { lastName: `Entries ${id}` } }));
  const before = await total();
  const outcomes = await upsert(tenant, people, records, {
    now: new Date(),
    // The entries of the large one alone fill a transaction.
    relatedChanges: (written) =>
      written.has(large)
        ? Array.from({ length: 100 }, (_, index) => put(tenant.key<object>(`ENTRY#${index}`, large), {}))
        : [],
  });
  expect([small, large, other].map((id) => outcomes.get(id))).toEqual([
    'created',
    'too many entries',
    'created',
  ]);
  expect(await personById(tenant, large)).toBeUndefined();
  expect(await total()).toBe(before + 2);
});

it('a dry run refuses a person with more entries than one transaction takes, as the import does', async () => {
  const offices = Array.from({ length: 110 }, (_, index) => ({
    ...{ id: randomUUID(), kind: 'legislature' as const, role: 'lower', state: 'WA', district: `${index}` },
    ...{ startDate: '2001-01-01', endDate: '2002-01-01' },
  })) satisfies PersonContent['offices'];
  const record = { id: randomUUID(), content: { lastName: 'Manifold', offices } };
  const run = (dryRun: boolean) =>
    upsert(platform.store('demo'), people, [record], { now: new Date(), dryRun });
  expect([...(await run(true)), ...(await run(false))]).toEqual([
    [record.id, 'too many entries'],
    [record.id, 'too many entries'],
  ]);
});
