// Installs the project's packages when they are missing or older than package-lock.json.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants as system } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { withInstallLock } from './install-lock.mjs';
import { progressLine } from './progress-line.mjs';

/** A fault that the user can fix; only its message is shown. */
export class Refusal extends Error {}

/** The oldest Node with everything the project uses (`crypto.argon2`); older machines get one installed. */
const OLDEST = [24, 7];
const nodeFolder = (root) => join(root, 'infra', 'local', 'install', 'node');

function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/**
 * Installs what is missing for a program, and returns at once when nothing is. A second process waits for the first.
 * @param {string} root The project's folder.
 * @param {{ dev: boolean, extra?: string }} wanted Whether the packages of tests and tools are needed, and a further
 *   folder with a package.json of its own.
 * @throws {Refusal} when npm is missing, the registry cannot be reached, the disk is full or may not be written
 */
export async function installIfMissing(root, { dev, extra }) {
  const missing = () =>
    [
      // Test packages that were installed once stay: a run without them would remove and a test run add them again.
      { folder: root, dev: dev || existsSync(join(root, 'node_modules', 'vitest')) },
      ...(isNewEnough() ? [] : [{ folder: nodeFolder(root), dev: false }]),
      ...(extra ? [{ folder: extra, dev: true }] : []),
    ].filter((one) => !isInstalled(one));
  if (missing().length === 0) return;
  const waiting = progressLine('Waiting until packages can be installed');
  try {
    await withInstallLock(root, async () => {
      waiting.end();
      await installAll(missing());
      // Of the Node package the headers are a third, and nothing is compiled here.
      rmSync(join(nodePackage(root), 'include'), { recursive: true, force: true });
    });
  } catch (error) {
    throw error instanceof Refusal
      ? error
      : new Refusal(ofTheDisk(error, root) ?? `Nothing could be installed (${error.message}).`);
  } finally {
    waiting.end();
  }
}

/** The Node to run on: this one when it is new enough, else the project's own. */
export function findNode(root) {
  if (isNewEnough()) return process.execPath;
  return join(nodePackage(root), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

function nodePackage(root) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return join(nodeFolder(root), 'node_modules', `node-${platform}-${process.arch}`);
}

/** The file that remembers for which package-lock.json, and whether with test packages, all was installed. */
const stampOf = (folder) => join(folder, 'node_modules', '.installed');
/** The file that npm writes last: what is in node_modules. */
const hiddenLockOf = (folder) => join(folder, 'node_modules', '.package-lock.json');
const lockOf = (folder) => join(folder, 'package-lock.json');
const stampText = ({ folder, dev }) =>
  `${createHash('sha256')
    .update(readFileSync(lockOf(folder)))
    .digest('hex')}${dev ? ' dev' : ''}`;

function isInstalled({ folder, dev }) {
  try {
    const installed = JSON.parse(readFileSync(hiddenLockOf(folder), 'utf8')).packages;
    if (existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === stampText({ folder, dev }))
      return true;
    // A developer's `npm install` leaves no stamp, but the right versions. Other platforms' packages may be missing.
    const wanted = JSON.parse(readFileSync(lockOf(folder), 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, entry]) =>
        path === '' ||
        (installed[path] ? installed[path].version === entry.version : entry.optional || (entry.dev && !dev)),
    );
  } catch {
    return false;
  }
}

async function installAll(missing) {
  const line = progressLine('Installing packages, which takes half a minute the first time');
  try {
    // At the same time: one download is mostly waiting for the other's.
    await Promise.all(missing.map(install));
  } finally {
    line.end();
  }
}

async function install({ folder, dev }) {
  // Shows a full or locked disk before npm has changed anything.
  writeFileSync(join(folder, '.install-trial'), 'x'.repeat(4096));
  rmSync(join(folder, '.install-trial'));
  // An installation that is interrupted must not look like a whole one.
  rmSync(stampOf(folder), { force: true });
  // Not `npm ci`, which refuses a lock file that lacks other platforms' packages, and removes what a running platform uses.
  const result = await npm(folder, ['install', '--no-save', dev ? '--include=dev' : '--omit=dev']);
  if (result.status !== 0) throw new Refusal(faultIn(result, folder));
  writeFileSync(stampOf(folder), stampText({ folder, dev }));
}

/** After so many failed tries in a row, without one that reached it, the registry counts as out of reach. */
const HOPELESS = 8;

/** Runs npm without a word: how it ended, its error code and what it printed last. */
async function npm(root, args) {
  // The npm that runs this script, else the one on the PATH.
  const running = process.env.npm_execpath ?? '';
  const [command, ...before] =
    basename(running) === 'npm-cli.js' && existsSync(running) ? [process.execPath, running] : ['npm'];
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier'];
  // Three tries within seconds, where npm's own pauses come to a minute and a half.
  options.push('--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
  // At this level it tells each try to reach the registry.
  const child = spawn(command, [...before, ...args, ...options, '--loglevel=http', '--no-color'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && before.length === 0,
  });
  let output = '';
  let failures = 0;
  const listen = (line) => {
    if (line.startsWith('npm http')) {
      failures = / attempt \d+ failed with /.test(line) ? failures + 1 : 0;
    }
    // Kept are the failed tries and whatever npm says beside its tries.
    if (failures > 0 || !line.startsWith('npm http')) output = `${output}${line}\n`.slice(-40_000);
    // npm would go on for minutes, package by package.
    if (failures === HOPELESS || line.includes('ENOSPC')) child.kill();
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', listen);
  const stop = (signal) => {
    child.kill(signal);
    process.exit(128 + system.signals[signal]);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += `npm error code ${error.code}\n`;
      resolve(-1);
    });
    child.once('close', resolve);
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return { status, code: /npm (?:error|ERR!) code (\S+)/.exec(output)?.[1] ?? '', output };
}

/** What went wrong, as one sentence; with npm's last lines where nothing here knows it. */
function faultIn({ status, code, output }, root) {
  if (status === -1 && code === 'ENOENT') {
    return 'npm was not found on the PATH: install it (it comes with Node) and try again.';
  }
  const codes = [code, ...[...output.matchAll(/\b(E[A-Z_]{4,})\b/g)].map(([, found]) => found)];
  const disk = codes.map((found) => ofTheDisk({ code: found }, root)).find(Boolean);
  if (disk) return disk;
  const network = codes.find((found) => UNREACHABLE.has(found));
  if (network) {
    const registry = /https?:\/\/[^/\s"']+/.exec(output)?.[0] ?? 'the package registry';
    return `The packages could not be installed because ${registry} could not be reached (${network}): check the network or npm's registry setting and try again.`;
  }
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('npm http'));
  return `${lines.slice(-25).join('\n')}\nThe packages could not be installed; npm says why above.`;
}

const UNREACHABLE = new Set(
  'ENOTFOUND ECONNREFUSED ECONNRESET ETIMEDOUT EAI_AGAIN ENETUNREACH EHOSTUNREACH ERR_SOCKET_TIMEOUT EIDLETIMEOUT'.split(
    ' ',
  ),
);

/** One sentence for a fault of the disk; undefined for any other. */
function ofTheDisk({ code }, folder) {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The packages could not be installed because the disk that holds ${folder} is full: free about 1 GB and try again.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The packages could not be installed because this user may not write in ${folder}: change its permissions or clone into a folder of your own.`;
    default:
      return undefined;
  }
}
