// Installs the project's packages when they are missing or not those of package-lock.json.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { constants as system } from 'node:os';
import { basename, join } from 'node:path';
import { withInstallLock } from './install-lock.mjs';
import { progressLine } from './progress-line.mjs';

/** A problem that the user can solve; only its message is shown. */
export class Refusal extends Error {}

/** The oldest Node with everything the project uses (`crypto.argon2`); where it is older, one is installed. */
const OLDEST = [24, 7];

function isNewEnough() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

const nodeFolder = (root) => join(root, 'infra', 'local', 'install', 'node');

function nodePackage(root) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return join(nodeFolder(root), 'node_modules', `node-${platform}-${process.arch}`);
}

/** The Node to run on: this one when it is new enough, else the project's own. */
export function findNode(root) {
  if (isNewEnough()) return process.execPath;
  return join(nodePackage(root), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/**
 * Installs what is missing for a program, and returns at once when nothing is. A second process waits for the first.
 * @param {string} root The project's folder.
 * @param {{ dev: boolean, extra?: string }} options Whether the packages of tests and tools are needed, and a further
 *   folder with a package.json of its own.
 * @throws {Refusal} when npm is missing, the registry cannot be reached, the disk is full or may not be written
 */
export async function installIfMissing(root, { dev, extra }) {
  const listMissing = () =>
    [
      // Test packages that were installed once stay: a run without them would remove and a test run add them again.
      { folder: root, dev: dev || existsSync(join(root, 'node_modules', 'vitest')) },
      ...(isNewEnough() ? [] : [{ folder: nodeFolder(root), dev: false }]),
      ...(extra ? [{ folder: extra, dev: true }] : []),
    ].filter((target) => !isInstalled(target));
  if (listMissing().length === 0) return;
  const waiting = progressLine('Waiting until packages can be installed');
  try {
    await withInstallLock(root, async () => {
      waiting.end();
      const line = progressLine('Installing packages, which takes half a minute the first time');
      // At the same time: one download is mostly waiting for the other's.
      await Promise.all(listMissing().map(install)).finally(() => line.end());
      // The headers are a third of the Node package, and nothing is compiled here.
      rmSync(join(nodePackage(root), 'include'), { recursive: true, force: true });
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      describeDiskProblem(error.code, root) ?? `The packages could not be installed (${error.message}).`,
    );
  } finally {
    waiting.end();
  }
}

/** The list of installed packages. npm writes it last. */
const installedList = (folder) => join(folder, 'node_modules', '.package-lock.json');

/** Whether every package has the version of package-lock.json. Optional ones are for some platforms only. */
function isInstalled({ folder, dev }) {
  try {
    const read = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
    const installed = read(installedList(folder));
    return Object.entries(read(join(folder, 'package-lock.json'))).every(
      ([path, { version, optional, dev: isDev }]) =>
        path === '' || (installed[path] ? installed[path].version === version : optional || (isDev && !dev)),
    );
  } catch {
    return false;
  }
}

async function install({ folder, dev }) {
  // npm takes a package that an interrupted installation unpacked in part for a whole one.
  if (!existsSync(installedList(folder)))
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  // Until npm writes the list again, an interrupted installation does not look complete.
  rmSync(installedList(folder), { force: true });
  // Not `npm ci`, which refuses a lock file that lacks other platforms' packages, and removes what a running platform
  // uses.
  const { status, output } = await runNpm(folder, [
    ...['install', '--no-save', dev ? '--include=dev' : '--omit=dev', '--prefer-offline'],
    ...['--no-audit', '--no-fund', '--no-update-notifier', '--no-color', '--loglevel=error'],
    // Three attempts within seconds: npm's own pauses come to a minute and a half.
    ...['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
  ]);
  if (status !== 0) throw new Refusal(describeFailure(output, folder));
}

/** Runs npm: the one that runs this program, else the one on the PATH. Returns how it ended, and its output. */
async function runNpm(folder, args) {
  const running = process.env.npm_execpath ?? '';
  const isUsable = basename(running) === 'npm-cli.js' && existsSync(running);
  const child = spawn(isUsable ? process.execPath : 'npm', isUsable ? [running, ...args] : args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && !isUsable,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-40_000);
    });
  // An npm that went on alone would meet the next one in the same folder.
  const stop = (signal) => {
    child.kill(signal);
    process.exit(128 + system.signals[signal]);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const status = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += `npm could not be started: ${error.code}`;
      resolve(-1);
    });
    child.once('close', resolve);
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  return { status, output };
}

const UNREACHABLE =
  /\b(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT)\b/;

/** What went wrong, as one sentence; with npm's last lines where the cause is unknown. */
function describeFailure(output, folder) {
  if (output.endsWith('npm could not be started: ENOENT'))
    return 'npm was not found on the PATH: install it (it comes with Node) and try again.';
  const disk = describeDiskProblem(/\b(ENOSPC|EDQUOT|EACCES|EPERM|EROFS)\b/.exec(output)?.[1], folder);
  if (disk) return disk;
  const network = UNREACHABLE.exec(output)?.[1];
  if (network) {
    const registry = /https?:\/\/[^/\s"']+/.exec(output)?.[0] ?? 'the package registry';
    return `The packages could not be installed because ${registry} could not be reached (${network}): check the network or npm's registry setting and try again.`;
  }
  return `${output.trimEnd().split('\n').slice(-25).join('\n')}\nThe packages could not be installed; npm says why above.`;
}

/** One sentence for an error of the disk; undefined for any other. */
function describeDiskProblem(code, folder) {
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
