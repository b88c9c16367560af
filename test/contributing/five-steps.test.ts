// CONTRIBUTING's five steps, followed literally in a copy of the project: the new endpoint is seeded and recorded, and passes
// the test of its rule and its generated tests.
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFolder } from '../../infra/contracts/registry.ts';

/** What a checkout contains of the project; the installed packages are linked. */
const COPIED = ['functions', 'shared', 'infra', 'test', 'package.json', 'package-lock.json', 'tsconfig.json'];

interface Block {
  readonly language: string;
  readonly text: string;
}

let copy: string;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same value with the members of another in addition. */
function addMembers(value: Json | undefined, added: Json): Json {
  if (!isObject(value) || !isObject(added)) return added;
  const names = Object.keys(added);
  return {
    ...value,
    ...Object.fromEntries(names.map((name) => [name, addMembers(value[name], added[name] ?? null)])),
  };
}

/** The code blocks of a Markdown text, without the indentation of the list they are in. */
const listBlocks = (markdown: string): Block[] =>
  [...markdown.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```/gm)].map(
    ([, indent = '', language = '', text = '']) => ({
      language,
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'rostrum-contributing-'));
  for (const name of [...COPIED, 'vitest.config.ts'])
    await cp(join(projectFolder, name), join(copy, name), { recursive: true });
  await symlink(join(projectFolder, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** Writes the file of a TypeScript block; adds a JSON block to its file. */
async function applyBlock({ language, text }: Block): Promise<void> {
  const [, path = ''] = /^\/\/ (\S+)\n/.exec(text) ?? [];
  const file = join(copy, path);
  if (language === 'ts') {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  if (language === 'json') {
    const added: Json = JSON.parse(text.slice(text.indexOf('\n')));
    await writeFile(file, JSON.stringify(addMembers(await readJson(path), added)));
  }
}

const readJson = async (path: string) => JSON.parse(await readFile(join(copy, path), 'utf8'));

it('the endpoint of the five steps is recorded, and passes its own and its generated tests', async () => {
  const blocks = listBlocks(await readFile(join(projectFolder, 'CONTRIBUTING.md'), 'utf8'));
  for (const block of blocks) await applyBlock(block);
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
  // The variables that this test run sets belong to its own database.
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)('bash', ['-ec', commands.join('')], {
    cwd: copy,
    env: { PATH, HOME, NO_COLOR: '1', VITEST_MAX_WORKERS: '1' },
    maxBuffer: 10_000_000,
  });
  // Three of the budget's read units are room, as the table of CONTRIBUTING says.
  expect(stdout).toContain(
    'listEndingTerms takes 3 round trips (budget 3), 4 read units (7), 0 write units (0)',
  );
  const passed = [...stdout.matchAll(/^ +Tests {2}(\d+) passed/gm)].map(([, count]) => Number(count));
  expect(passed).toEqual([1, 1, expect.any(Number)]);
  // In a list of files that is too short nothing fails either.
  expect(passed[2]).toBeGreaterThanOrEqual(10);
  const { listEndingTerms, ...others } = await readJson('infra/openapi/recorded-replies.json');
  expect(listEndingTerms).toEqual({
    data: [{ personId: expect.any(String), role: 'Member', endDate: expect.any(String) }],
  });
  expect(Object.keys(others).length).toBeGreaterThan(100);
  const { endpoints } = await readJson('infra/measure/cost/measured.json');
  expect(endpoints['crm listEndingTerms']).toMatchObject({ roundTrips: 3, readUnits: 4, writeUnits: 0 });
}, 1_200_000);
