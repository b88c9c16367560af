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

/**
 * Makes node_modules fit package-lock.json, at once when it does already. A second process waits for the first.
 * @param {string} root The project's folder.
 * @throws {Refusal} when npm is missing, the registry cannot be reached, the disk is full or may not be written
 */
export async function installIfMissing(root) {
  if (isInstalled(root)) return;
  const waiting = progressLine('Waiting until packages can be installed');
  try {
    await withInstallLock(root, async () => {
      waiting.end();
      if (!isInstalled(root)) await install(root);
    });
  } catch (error) {
    throw error instanceof Refusal
      ? error
      : new Refusal(ofTheDisk(error, root) ?? `Nothing could be installed (${error.message}).`);
  } finally {
    waiting.end();
  }
}

/** The project's Node: where its package puts it, or what npm linked, or what its own installer fetched. */
export function findNode(root) {
  const modules = join(root, 'node_modules');
  const isWindows = process.platform === 'win32';
  const name = isWindows ? 'node.exe' : 'node';
  const fetched = join(`node-${isWindows ? 'win' : process.platform}-${process.arch}`, 'bin', name);
  return [
    join(modules, 'node', 'bin', name),
    join(modules, '.bin', name),
    join(modules, 'node', 'node_modules', fetched),
    join(modules, fetched),
  ].find((path) => existsSync(path));
}

/** The file that remembers for which package-lock.json all was installed. */
const stampOf = (root) => join(root, 'node_modules', '.installed');
/** The file that npm writes last: the content of node_modules. */
const hiddenLockOf = (root) => join(root, 'node_modules', '.package-lock.json');
const hashOf = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

function isInstalled(root) {
  try {
    if (!findNode(root)) return false;
    const there = JSON.parse(readFileSync(hiddenLockOf(root), 'utf8')).packages;
    if (existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === hashOf(root)) return true;
    // A developer's `npm install` leaves no stamp, but the right versions. Other platforms' packages may lack.
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    return Object.entries(wanted).every(
      ([path, { version, optional }]) =>
        path === '' || (there[path] ? there[path].version === version : optional),
    );
  } catch {
    return false;
  }
}

async function install(root) {
  // Shows a full or locked disk before npm has thrown anything away.
  writeFileSync(join(root, '.install-trial'), 'x'.repeat(4096));
  rmSync(join(root, '.install-trial'));
  // An installation that is broken off must not look like a whole one.
  rmSync(hiddenLockOf(root), { force: true });
  rmSync(stampOf(root), { force: true });
  const shown = progressLine('Installing packages, which takes a minute or two the first time');
  try {
    let done = await npm(root, ['ci']);
    // A lock file made where the registry lacked other platforms' packages is refused by `ci`. The versions in it
    // are kept all the same, and the file stays as it is.
    if (done.code === 'EUSAGE') done = await npm(root, ['install', '--no-save']);
    if (done.status !== 0) throw new Refusal(faultIn(done, root));
  } finally {
    shown.end();
  }
  if (!findNode(root)) {
    throw new Refusal(
      'The packages are installed but for the Node they run on, as npm is set to run no install scripts: run `npm rebuild node --ignore-scripts=false` and try again.',
    );
  }
  writeFileSync(stampOf(root), hashOf(root));
}

/** After so many failed tries in a row, without one that reached it, the registry counts as out of reach. */
const HOPELESS = 8;

/** Runs npm without a word: how it ended, its error code and what it printed last. */
async function npm(root, args) {
  // The npm that runs this script, else the one on the PATH.
  const running = process.env.npm_execpath ?? '';
  const [command, ...before] =
    basename(running) === 'npm-cli.js' && existsSync(running) ? [process.execPath, running] : ['npm'];
  const options = ['--include=dev', '--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier'];
  // Three tries within seconds, where npm's own pauses take a minute and a half.
  options.push('--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
  // At this level it logs each try to reach the registry.
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
    // The failed tries and npm's other messages are kept.
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
  // The Node package fetches its program with an npm of its own, whose fault is inside the outer one's.
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
