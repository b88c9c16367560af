// The first thing every npm script runs: installs what is missing, then runs a program on the project's own Node.
//
//   node infra/local/bootstrap.mjs <script.ts or tool> [arguments]
//
// Plain JavaScript on nothing but Node 20's own modules, as on a fresh clone there is nothing else.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants as system, tmpdir } from 'node:os';
import { basename, delimiter, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
/** What npm writes when an installation is whole: the versions that lie in node_modules. */
const installedLock = join(modules, '.package-lock.json');
const nodeFolder = join(modules, 'node', 'bin');

/** A fault a person can mend; its message is all they read. */
class Refusal extends Error {}

/** Whether node_modules holds just what package-lock.json asks for. Other platforms' optional packages may lack. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const there = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
    const missing = Object.entries(wanted).some(
      ([path, { version, optional }]) =>
        path !== '' && there[path]?.version !== version && !(optional && !there[path]),
    );
    return !missing && Object.keys(there).every((path) => path in wanted) && findNode() !== undefined;
  } catch {
    return false;
  }
}

/** The project's Node: where its package puts it, or what npm linked, or what its own installer fetched. */
function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const platform = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  return [
    join(nodeFolder, name),
    join(modules, '.bin', name),
    join(modules, 'node', 'node_modules', platform, 'bin', name),
    join(modules, platform, 'bin', name),
  ].find((path) => existsSync(path));
}

/** Installs, unless another process does so already: then waits for it. */
async function installOnce() {
  const key = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `rostrum-install-${key}`);
  const waiting = progress('Waiting for another start that is installing packages');
  try {
    while (!takeLock(lock)) await new Promise((done) => setTimeout(done, 300));
  } finally {
    waiting.end();
  }
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', release);
  try {
    if (!isInstalled()) await install();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Takes the lock folder; false while a process that lives holds it. */
function takeLock(lock) {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw new Refusal(`${describe(error, tmpdir())}`);
  }
  const holder = holderOf(lock);
  if (holder !== undefined && isAlive(holder)) return false;
  // Renamed before it is judged again: of several that wait, one takes it away, and none a lock that is fresh.
  const aside = `${lock}-${process.pid}`;
  try {
    renameSync(lock, aside);
    if (holderOf(aside) === holder) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, lock);
  } catch {
    // Another was quicker.
  }
  return false;
}

/** The process id in the lock; undefined in the instant before it is written, and when it never was. */
function holderOf(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs `npm ci`, silent but for the time it takes. */
async function install() {
  try {
    accessSync(existsSync(modules) ? modules : root, constants.W_OK);
    // A file that is rewritten is the only sure sign: the superuser may write anywhere, but not on a full disk.
    writeFileSync(join(root, '.install-trial'), '');
    rmSync(join(root, '.install-trial'));
    // An interrupted installation must not look like a whole one.
    rmSync(installedLock, { force: true });
  } catch (error) {
    throw new Refusal(describe(error, root));
  }
  const [command, ...before] = npmCommand();
  const shown = progress('Installing packages, which takes a minute or two the first time');
  const options = ['--include=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  // A network that is not there is told within seconds instead of npm's minute and a half.
  options.push('--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000');
  let output = '';
  const child = spawn(command, [...before, 'ci', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && before.length === 0,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const stop = (signal) => {
    child.kill(signal);
    shown.end();
    process.exit(128 + system.signals[signal]);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const code = await new Promise((done) => {
    child.once('error', (error) => done(error.code === 'ENOENT' ? 'no npm' : error.message));
    child.once('close', done);
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  shown.end();
  if (code === 'no npm')
    throw new Refusal('npm was not found on the PATH: install it (it comes with Node) and try again.');
  if (code !== 0) throw new Refusal(faultIn(output));
  if (!findNode()) {
    throw new Refusal(
      "The packages are installed, but the project's Node is not among them, as npm was told to run no install scripts: run `npm rebuild node --ignore-scripts=false` and try again.",
    );
  }
}

/** How to run npm: the one that runs this script, else the one on the PATH. */
function npmCommand() {
  const running = process.env.npm_execpath;
  return running && basename(running) === 'npm-cli.js' && existsSync(running)
    ? [process.execPath, running]
    : ['npm'];
}

/** What went wrong, from what npm printed; its last lines where nothing here knows it. */
function faultIn(output) {
  const code = /(?:npm (?:error|ERR!) code|errno:?) (E[A-Z0-9_]+)/.exec(output)?.[1] ?? '';
  const registry = /https?:\/\/[^/\s]+/.exec(output)?.[0] ?? 'the package registry';
  if (
    /^(ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|E5\d\d)$/.test(
      code,
    )
  ) {
    return `The packages could not be installed because ${registry} could not be reached (${code}): check the network or npm's registry setting and try again.`;
  }
  if (code === 'EUSAGE') {
    return 'The packages could not be installed because package-lock.json does not fit package.json: run `npm install` once and try again.';
  }
  const known = describe({ code }, root, '');
  if (known) return known;
  return `${output.trim().split('\n').slice(-25).join('\n')}\nThe packages could not be installed: npm says why above.`;
}

/** One sentence for a fault of the disk. */
function describe(
  { code, message },
  folder,
  otherwise = `The packages could not be installed in ${folder} (${message}).`,
) {
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The packages could not be installed because the disk that holds ${folder} is full: free about 1 GB and try again.`;
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return `The packages could not be installed because this user may not write in ${folder}: change its permissions or clone into a folder of your own.`;
  }
  return otherwise;
}

/** A line that shows that something goes on: rewritten on a terminal, elsewhere repeated every ten seconds. */
function progress(what) {
  const { stderr } = process;
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
  let turn = 0;
  let drawn = false;
  const draw = () => {
    drawn = true;
    const line = `${'|/-\\'[turn++ % 4]} ${what} (${seconds()})`;
    stderr.write(
      stderr.isTTY ? `\r\u001b[2K${line.slice(0, stderr.columns || 80)}` : `${what} (${seconds()})\n`,
    );
  };
  const timer = setInterval(draw, stderr.isTTY ? 120 : 10_000);
  // Off a terminal the first line comes soon as well, but not for a wait that is over at once.
  const first = setTimeout(draw, stderr.isTTY ? 0 : 500);
  return {
    end() {
      clearInterval(timer);
      clearTimeout(first);
      if (drawn && stderr.isTTY) stderr.write('\r\u001b[2K');
    },
  };
}

/** The program and arguments for what was asked: a script of the project, or a package's command by its name. */
function commandFor(node, name, args) {
  if (name === 'node') return [node, args];
  if (extname(name) !== '' || name.includes('/')) {
    const script = resolve(root, name);
    if (!existsSync(script)) throw new Refusal(`There is no ${name} in ${root}.`);
    return [node, [script, ...args]];
  }
  const program = binOf(name);
  if (!program)
    throw new Refusal(`No package here brings a command named "${name}": look into package.json.`);
  const start = readFileSync(program).subarray(0, 64).toString('latin1');
  const isScript = /^#!.*\bnode\b/.test(start) || /\.[cm]?js$/.test(program);
  return isScript ? [node, [program, ...args]] : [program, args];
}

/** The file behind a command: that of the package of the same name, else the one npm linked. */
function binOf(name) {
  try {
    const { bin } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
    const file = typeof bin === 'string' ? bin : bin?.[name];
    if (file) return join(modules, name, file);
  } catch {
    // No package of that name.
  }
  const link = join(modules, '.bin', name);
  return existsSync(link) ? realpathSync(link) : undefined;
}

/** Runs it in this one's place: same input and output, same signals, same exit code. */
function run(node, [program, args]) {
  const child = spawn(program, args, {
    stdio: 'inherit',
    // Whatever it runs in turn finds the same Node and the same commands.
    env: {
      ...process.env,
      PATH: [dirname(node), join(modules, '.bin'), process.env.PATH].filter(Boolean).join(delimiter),
    },
  });
  const told = new Set();
  const pass = (signal) => {
    // npm hands on what the terminal sent to it and to this process alike; the child needs it once.
    if (told.has(signal)) return;
    told.add(signal);
    setTimeout(() => told.delete(signal), 1_000).unref();
    if (signal === 'SIGINT' && isInForeground()) {
      // The terminal's ctrl-c went to the child as well. If it came another way, the child is still there later.
      setTimeout(() => child.kill('SIGTERM'), 10_000).unref();
    } else {
      child.kill(signal);
    }
  };
  process.on('SIGINT', pass).on('SIGTERM', pass).on('SIGHUP', pass);
  child.once('error', (error) => {
    console.error(`${program} could not be run (${error.message}).`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + system.signals[signal]));
}

/** Whether this process group is the one that the terminal's ctrl-c goes to (Linux tells; elsewhere a terminal counts). */
function isInForeground() {
  try {
    // After the name in brackets: state, parent, group, session, terminal, the terminal's foreground group.
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields[2] === fields[5];
  } catch {
    return process.stdin.isTTY === true;
  }
}

const [name, ...args] = process.argv.slice(2);
try {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Refusal(
      `Node ${OLDEST_NODE} or newer is needed to begin, and this is ${process.version}: install a newer one and try again.`,
    );
  }
  if (!name)
    throw new Refusal('Tell what to run: node infra/local/bootstrap.mjs <script.ts or tool> [arguments]');
  if (!isInstalled()) await installOnce();
  const node = findNode();
  run(node, commandFor(node, name, args));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exit(1);
}
