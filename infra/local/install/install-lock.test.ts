// Of several processes that install, only one runs at a time, and a killed one does not block the others.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const module = new URL('install-lock.mjs', import.meta.url).href;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process that takes the folder's lock and does this. */
function taker(step: string) {
  const script = `import { withInstallLock } from '${module}'; await withInstallLock(process.argv[1], async () => { ${step} });`;
  return spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

const lines = async (child: ReturnType<typeof taker>) => String(await child.stdout.toArray());

test('a second process waits for the first, and takes the lock of a killed one', async () => {
  const hold = "console.log('held'); await new Promise(() => setInterval(() => {}, 1000));";
  const first = taker(hold);
  await once(first.stdout, 'data');
  const second = taker("console.log('took it');");
  let isOver = false;
  const output = lines(second).finally(() => {
    isOver = true;
  });
  const third = lines(taker("console.log('took it');"));
  expect(isOver).toBe(false);
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect(await output).toBe('took it\n');
  expect(await third).toBe('took it\n');
});
