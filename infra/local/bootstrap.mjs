// The first thing every npm script runs: installs what is missing, then runs a program on the project's own Node.
//
//   node infra/local/bootstrap.mjs [--without-dev] <script.ts or tool> [arguments]
//
// Plain JavaScript with only Node 20's own modules, because a fresh clone has no packages.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants as system } from 'node:os';
import { delimiter, dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, installIfMissing, Refusal } from './install/install.mjs';

const OLDEST_NODE = 20;
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');

/** The program and arguments to run: a script of the project, or a package's command by its name. */
function commandFor(node, name, args) {
  if (name === 'node') return [node, args];
  if (extname(name) !== '' || name.includes('/')) {
    const script = resolve(root, name);
    if (!existsSync(script)) throw new Refusal(`There is no ${name} in ${root}.`);
    return [node, [script, ...args]];
  }
  const program = programOf(name);
  if (!program)
    throw new Refusal(`No installed package has a command named "${name}": package.json lists the packages.`);
  const start = readFileSync(program).subarray(0, 64).toString('latin1');
  const isScript = /^#!.*\bnode\b/.test(start) || /\.[cm]?js$/.test(program);
  return isScript ? [node, [program, ...args]] : [program, args];
}

/** The file behind a command: that of the package of the same name, else the one npm linked. */
function programOf(name) {
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
  // The commands that it runs find the same Node and the same commands.
  const path = [dirname(node), join(modules, '.bin'), process.env.PATH].filter(Boolean).join(delimiter);
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, PATH: path } });
  const passed = new Set();
  const pass = (signal) => {
    // A signal arrives from the terminal and again from npm; the child needs it once.
    if (passed.has(signal)) return;
    passed.add(signal);
    setTimeout(() => passed.delete(signal), 1_000).unref();
    if (signal === 'SIGINT' && isInForeground()) {
      // The terminal sends ctrl-c to the child as well; a signal from elsewhere leaves it running.
      setTimeout(() => child.kill('SIGTERM'), 10_000).unref();
    } else {
      child.kill(signal);
    }
  };
  process.on('SIGINT', pass).on('SIGTERM', pass).on('SIGHUP', pass);
  if (process.env.npm_lifecycle_event) {
    // npm sends SIGTERM to its shell, which ends without passing it on.
    const shell = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === shell) return;
      clearInterval(watch);
      pass('SIGTERM');
    }, 200);
  }
  child.once('error', (error) => {
    console.error(`${program} could not be run (${error.message}).`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + system.signals[signal]));
}

/** Whether a ctrl-c on the terminal goes to this process and its child. Linux reports it; elsewhere any terminal counts. */
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

/** The nearest folder above a script, below the project's, that has a package.json of its own. */
function ownPackageOf(name) {
  for (
    let folder = dirname(resolve(root, name));
    folder.startsWith(join(root, sep));
    folder = dirname(folder)
  )
    if (existsSync(join(folder, 'package.json'))) return folder;
  return undefined;
}

const options = process.argv.slice(2);
const isWithoutDev = options[0] === '--without-dev';
const [name, ...args] = isWithoutDev ? options.slice(1) : options;
try {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Refusal(
      `Node ${OLDEST_NODE} or newer is needed to begin, and this is ${process.version}: install a newer one and try again.`,
    );
  }
  if (!name)
    throw new Refusal('Name what to run: node infra/local/bootstrap.mjs <script.ts or tool> [arguments]');
  await installIfMissing(root, { dev: !isWithoutDev, extra: ownPackageOf(name) });
  const node = findNode(root);
  run(node, commandFor(node, name, args));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
