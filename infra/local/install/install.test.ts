// Packages are installed once, again when package-lock.json has others or an installation was interrupted, and by one
// process at a time. A program that does what npm does to the folder takes npm's part.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

const module = new URL('install.mjs', import.meta.url).href;

const fakeNpm = `
const fs = require('node:fs');
fs.appendFileSync('runs', process.argv.includes('--omit=dev') ? 'without dev\\n' : 'all\\n');
const wait = new Int32Array(new SharedArrayBuffer(4));
while (process.env.NPM === 'waits' && !fs.existsSync('go')) Atomics.wait(wait, 0, 0, 10);
if (process.env.NPM === 'is killed') process.kill(process.pid, 'SIGKILL');
if (process.env.NPM?.startsWith('npm error')) {
  console.error(process.env.NPM);
  process.exit(1);
}
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
const installed = Object.entries(packages).filter(([, { optional }]) => !optional);
fs.mkdirSync('node_modules', { recursive: true });
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(installed) }));
`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rostrum-install-test-'));
  await mkdir(join(root, 'npm'));
  await writeFile(join(root, 'npm', 'npm-cli.js'), fakeNpm);
  await lockVersion('1.0.0');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Writes a package-lock.json with a package of this version, a test package and one of another platform. */
const lockVersion = (version: string) =>
  writeFile(
    join(root, 'package-lock.json'),
    JSON.stringify({
      packages: {
        '': {},
        'node_modules/used': { version },
        'node_modules/tested-with': { version: '1.0.0', dev: true },
        'node_modules/of-another-platform': { version: '1.0.0', optional: true },
      },
    }),
  );

/** A process that installs what is missing; npm does this. */
function install(npm = 'installs', npmPath = join(root, 'npm', 'npm-cli.js')) {
  const script = `import { installIfMissing } from '${module}';
    await installIfMissing(process.argv[1], { dev: false }).catch((error) => console.log(error.message));`;
  const env = { ...process.env, npm_execpath: npmPath, NPM: npm, PATH: join(root, 'nothing') };
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, root], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  return { child, message: text(child.stdout) };
}

const runs = async () =>
  (await readFile(join(root, 'runs'), 'utf8').catch(() => '')).split('\n').slice(0, -1);

test('packages are installed when they are missing, and not again', async () => {
  expect(await install().message).toBe('');
  expect(await install().message).toBe('');
  expect(await runs()).toEqual(['without dev']);
});

test('packages of another package-lock.json are replaced', async () => {
  await install().message;
  await lockVersion('2.0.0');
  await install().message;
  await install().message;
  expect(await runs()).toHaveLength(2);
});

test('an interrupted installation is done again, also when package-lock.json is again the former one', async () => {
  await install().message;
  await lockVersion('2.0.0');
  expect(await install('is killed').message).toContain('The packages could not be installed');
  await lockVersion('1.0.0');
  expect(await install().message).toBe('');
  expect(await runs()).toHaveLength(3);
});

test('nothing is left of a package that an interrupted installation unpacked in part', async () => {
  const part = join(root, 'node_modules', 'used', 'package.json');
  await mkdir(join(root, 'node_modules', 'used'), { recursive: true });
  await writeFile(part, '{}');
  expect(await install().message).toBe('');
  await expect(readFile(part)).rejects.toThrow('ENOENT');
});

test('of two starts at once, one installs and the other waits for it', async () => {
  const first = install('waits');
  await expect.poll(runs).toHaveLength(1);
  const second = install('waits');
  const [notice] = await once(second.child.stderr, 'data');
  expect(String(notice)).toContain('Waiting until packages can be installed');
  await writeFile(join(root, 'go'), '');
  expect([await first.message, await second.message]).toEqual(['', '']);
  expect(await runs()).toHaveLength(1);
});

test.each([
  [
    'npm error code ENOTFOUND\nnpm error request to https://registry.npmjs.org/zod failed',
    /https:\/\/registry\.npmjs\.org could not be reached \(ENOTFOUND\): check the network/,
  ],
  ['npm error code ENOSPC', /is full: free about 1 GB/],
  ['npm error code EACCES', /may not write in/],
  [
    'npm error of no known kind',
    /npm error of no known kind\nThe packages could not be installed; npm says why above/,
  ],
])('a failure of npm is reported with what to do: %s', async (output, expected) => {
  expect(await install(output).message).toMatch(expected);
});

test('a machine without npm gets the advice to install it', async () => {
  expect(await install('installs', '').message).toBe(
    'npm was not found on the PATH: install it (it comes with Node) and try again.\n',
  );
});
