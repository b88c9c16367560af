// An import is killed several times: when it is run again, every person exists once and the total is correct.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Position } from '../../shared/data/store.ts';
import { countedPeople, type PersonItem, peopleByName } from '../../shared/directory/people/person-store.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { importInto } from '../import/import-into.ts';
import { killAll, runProcess } from './processes.ts';

const rows = 1500;

let platform: TestPlatform;
let folder: string;
let file: string;
beforeAll(async () => {
  platform = await startPlatform();
  folder = await mkdtemp(join(tmpdir(), 'rostrum-killed-'));
  file = join(folder, 'people.csv');
  const lines = Array.from(
    { length: rows },
    (_, index) => `${index},Ada,Killed ${(index * 7919) % rows},a${index}@example.org`,
  );
  await writeFile(file, ['Id,First Name,Last Name,Email', ...lines].join('\n'));
});
afterAll(async () => {
  await killAll();
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});

const total = (): Promise<number> => countedPeople(platform.store('demo')).total();

/** All people, read page by page, independent of the count. */
async function walked(): Promise<PersonItem[]> {
  const tenant = platform.store('demo');
  const found: PersonItem[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(peopleByName(tenant), after ? { after } : {});
    found.push(...page.items);
    after = page.next;
  } while (after);
  return found;
}

it('a repeatedly killed import ends as if it had run once', async () => {
  const before = await total();
  for (const part of [0.2, 0.5]) {
    const process = runProcess('import-process.ts', [file, folder]);
    while (Number(await process.nextLine()) < rows * part);
    await process.kill();
    // The stored data is consistent after each kill: the count equals the number of people, and each exists once.
    const stored = await walked();
    expect(stored).toHaveLength(await total());
    expect(stored.length).toBeLessThan(before + rows);
  }
  const { counts } = await importInto('people', file);
  const { created = 0, unchanged = 0 } = counts.people ?? {};
  expect([created + unchanged, created > 0, unchanged > 0]).toEqual([rows, true, true]);
  const people = await walked();
  expect(people).toHaveLength(before + rows);
  expect(new Set(people.map(({ id }) => id)).size).toBe(before + rows);
  expect(await total()).toBe(before + rows);
});
