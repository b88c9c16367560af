// Node's own modules in a bundle: what a function uses of them is there, and nothing else is loaded.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleFunctions } from './bundle.ts';

const source = `
  import { createHash } from 'node:crypto';
  import { EventEmitter } from 'events';
  import process from 'node:process';
  import * as path from 'node:path';
  import { format } from 'node:util';
  import { gzipSync } from 'node:zlib';
  class Emitter extends EventEmitter {}
  export const compress = gzipSync;
  export const handler = async () => ({
    hash: createHash('sha1').update('').digest('hex'),
    isEmitter: new Emitter() instanceof (await import('node:events')).EventEmitter,
    pid: process.pid === globalThis.process.pid,
    path: [path.join('a', 'b'), Object.keys(path).includes('posix')],
    text: format('%d', 1),
  });
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-builtin-'));
  await writeFile(join(folder, 'all.ts'), source);
  await writeFile(join(folder, 'some.ts'), "export { handler } from './all.ts';");
  await bundleFunctions(
    ['all', 'some'].map((name) => ({ name, file: join(folder, `${name}.ts`) })),
    join(folder, 'bundles'),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the function returns, and the modules that its process has loaded for it. */
function run(name: string): { readonly result: unknown; readonly loaded: readonly string[] } {
  const script = `
    const before = new Set(process.moduleLoadList);
    const { handler } = await import(${JSON.stringify(join(folder, 'bundles', name, 'index.mjs'))});
    const result = await handler();
    const loaded = process.moduleLoadList.filter((module) => !before.has(module));
    console.log(JSON.stringify({ result, loaded }));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' }),
  );
}

it('gives a function what it imports of them, however it does so', () => {
  expect(run('all').result).toEqual({
    hash: 'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    isEmitter: true,
    pid: true,
    path: ['a/b', true],
    text: '1',
  });
});

it('loads none of which nothing is used, and none that only a getter of another one needs', () => {
  const { loaded } = run('some');
  expect(loaded).toContain('NativeModule crypto');
  expect(loaded).not.toContain('NativeModule zlib');
  expect(loaded.filter((name) => /parse_args|myers_diff|report/.test(name))).toEqual([]);
  expect(run('all').loaded).toContain('NativeModule zlib');
});
