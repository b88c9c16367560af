// CONTRIBUTING's five steps, followed literally in a copy of the project: the new endpoint passes its generated tests.
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

it('the endpoint of the five steps passes its generated contract test', async () => {
  const blocks = listBlocks(await readFile(join(projectFolder, 'CONTRIBUTING.md'), 'utf8'));
  for (const { text } of blocks.filter(({ language }) => language === 'ts')) {
    const [, file = ''] = /^\/\/ (\S+\.ts)$/m.exec(text) ?? [];
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await writeFile(join(copy, file), text);
  }
  const [commands] = blocks.filter(({ language }) => language === 'sh');
  // The variables that this test run sets belong to its own database.
  const { PATH, HOME } = process.env;
  const { stdout } = await promisify(execFile)('bash', ['-ec', commands?.text ?? 'false'], {
    cwd: copy,
    env: { PATH, HOME, NO_COLOR: '1' },
    maxBuffer: 10_000_000,
  });
  expect(stdout).toMatch(/Test Files {2}2 passed \(2\)\n\s+Tests {2}[34] passed/);
  const recorded = JSON.parse(await readFile(join(copy, 'infra/openapi/recorded-replies.json'), 'utf8'));
  expect(recorded.getCommittee).toMatchObject({ id: expect.any(String), name: expect.any(String) });
  expect(Object.keys(recorded).length).toBeGreaterThan(100);
});
