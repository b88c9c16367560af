// docs/long-work.md names everything that is listed by when it is due, and where its states are.
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { dueListings } from '../../infra/local/database/index-due-work.ts';

const page = readFileSync('docs/long-work.md', 'utf8');

/** The listings that code names, and those whose names it composes. */
async function listDueNames(): Promise<ReadonlySet<string>> {
  const names = new Set(dueListings);
  for await (const file of glob('{functions,shared}/**/*.ts')) {
    const code = readFileSync(file, 'utf8');
    const stores = code.matchAll(/createRunStore(?:<[^(]*>)?\([^;]*?'([A-Z-]+)',?\s*\)/gs);
    const kinds = code.matchAll(/\blisting: '([A-Z-]+)', moment:|dueListing\('([A-Z-]+)'\)/g);
    for (const [, one, other] of [...stores, ...kinds]) names.add(one ?? other ?? '');
  }
  return names;
}

it('names every listing of due work', async () => {
  const names = await listDueNames();
  expect(names.size).toBeGreaterThan(18);
  expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('points to files with a table of states', () => {
  const files = [...page.matchAll(/\| [^|]*`((?:functions|shared)\/[^`]+\.ts)`[^|]* \|$/gm)].flatMap(
    ([row]) => [...row.matchAll(/`((?:functions|shared)\/[^`]+\.ts)`/g)].map(([, file = '']) => file),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !/^ \* \|-+\|/m.test(readFileSync(file, 'utf8')))).toEqual([]);
});
