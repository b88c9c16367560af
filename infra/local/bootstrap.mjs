// The first thing every npm script runs: installs what is missing, then runs a program on the project's own Node.
//
//   node infra/local/bootstrap.mjs [--without-dev] <script.ts or tool> [arguments]
//
// Plain JavaScript with only Node 20's own modules, because a fresh clone has no packages.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants as system } from 'node:os';
import { delimiter, dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, installIfMissing, Refusal } from './install/install.mjs';

const OLDEST_NODE = 20;
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const commands = join(root, 'node_modules', '.bin');

/** The program and arguments to run: a script of the project, or a package's command by its name. */
function resolveProgram(node, name, args) {
  if (name === 'node') return [node, args];
  const isScript = extname(name) !== '' || name.includes('/');
  const file = isScript ? resolve(root, name) : join(commands, name);
  if (existsSync(file)) return isScript ? [node, [file, ...args]] : [file, args];
  throw new Refusal(
    isScript
      ? `There is no ${name} in ${root}.`
      : `No installed package has a command named "${name}": package.json lists the packages.`,
  );
}

/** Runs it in place of this process: same input and output, same signals, same exit code. */
function run(node, [program, args]) {
  // Commands that packages link, and those that it runs, find the same Node.
  const path = [dirname(node), commands, process.env.PATH].filter(Boolean).join(delimiter);
  // Node keeps there what it compiled, so that a second start takes half the time.
  const { NODE_COMPILE_CACHE: cache = join(root, 'node_modules', '.cache', 'compiled') } = process.env;
  const env = { ...process.env, PATH: path, NODE_COMPILE_CACHE: cache };
  const child = spawn(program, args, { stdio: 'inherit', env });
  const pass = (signal) => {
    // The terminal sends ctrl-c to the child as well, which needs it once.
    if (signal === 'SIGINT' && process.stdin.isTTY) setTimeout(() => child.kill('SIGTERM'), 10_000).unref();
    else child.kill(signal);
  };
  process.on('SIGINT', pass).on('SIGTERM', pass).on('SIGHUP', pass);
  child.once('error', (error) => {
    console.error(`${program} could not be run (${error.message}).`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => process.exit(code ?? 128 + system.signals[signal]));
}

/** The nearest folder above a script, below the project's, that has a package.json of its own. */
function findOwnPackage(name) {
  let folder = dirname(resolve(root, name));
  while (folder.startsWith(join(root, sep)) && !existsSync(join(folder, 'package.json')))
    folder = dirname(folder);
  return folder.startsWith(join(root, sep)) ? folder : undefined;
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
  await installIfMissing(root, { dev: !isWithoutDev, extra: findOwnPackage(name) });
  const node = findNode(root);
  run(node, resolveProgram(node, name, args));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
