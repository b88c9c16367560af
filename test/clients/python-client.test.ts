// A client in another language: generated from the OpenAPI document, it signs in and reads over HTTP.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFolder } from '../../infra/contracts/registry.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { findPython } from './find-python.ts';

const run = promisify(execFile);
const folder = join(projectFolder, 'clients', 'python');

const python = findPython() ?? 'python3';
let platform: TestPlatform;
let out: string;

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'rostrum-python-client-'));
  [platform] = await Promise.all([
    startPlatform(),
    run(
      process.execPath,
      ['infra/local/bootstrap.mjs', 'clients/python/generate.ts', '--area', 'crm', '--out', out],
      { cwd: projectFolder },
    ),
  ]);
});
afterAll(async () => {
  await platform?.stop();
  await rm(out, { recursive: true, force: true });
});

it('a Python client that is generated from the document makes the three calls of its README', async () => {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const [, printed = ''] = /prints:\n\n```\n([\s\S]*?)```/.exec(readme) ?? [];
  const { stdout } = await run(python, [join(folder, 'three_calls.py'), platform.address], {
    env: { ...process.env, PYTHONPATH: join(out, 'crm') },
  });
  expect(stdout).toBe(printed);
});
