// No command can be forgotten: each script of package.json, and each command of the README, is tried.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../contracts/registry.ts';
import { attempts, formatCommand, triedByOthers } from './attempts.ts';
import { buildPage } from './record.ts';

const readText = (file: string): Promise<string> => readFile(join(projectFolder, file), 'utf8');

const tried = new Set([...attempts.map(({ script }) => script), ...triedByOthers]);

it('every script of package.json is tried, and no other', async () => {
  const { scripts } = JSON.parse(await readText('package.json'));
  expect([...tried].sort()).toEqual(Object.keys(scripts).sort());
});

it('every command of the README is tried', async () => {
  const named = [...(await readText('README.md')).matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)];
  expect(named.length).toBeGreaterThan(10);
  expect(named.flatMap(([, script = '']) => (tried.has(script) ? [] : [script]))).toEqual([]);
});

it('docs/commands.md says of every command when it was last tried', async () => {
  const page = await readText('docs/commands.md');
  for (const attempt of attempts) expect(page).toContain(formatCommand(attempt).replaceAll('|', '\\|'));
  // Writing it again changes nothing but the figures of what was tried.
  expect(buildPage(page, [])).toBe(page);
});

it('the page keeps the figures of commands that were not tried again', async () => {
  const page = await readText('docs/commands.md');
  const [attempt = expect.fail('There is no attempt')] = attempts;
  const written = buildPage(page, [{ attempt, seconds: 1234.4, date: '2031-02-03' }]);
  const lines = (text: string) => text.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
  const changed = lines(written).filter((line) => !lines(page).includes(line) && !line.startsWith('| -'));
  expect(changed).toEqual([expect.stringContaining('| 1234 | 2031-02-03 |')]);
});
