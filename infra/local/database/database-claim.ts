// Lets one platform at a time use a database folder, and ends a Java that a killed one left behind.
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LocalPlatformError } from '../../command/local-platform-error.ts';
import { isAlive, readCommandLine, waitForEnd } from './process-identity.ts';

interface Claim {
  /** The process that started the database. */
  readonly owner: number;
  readonly ownerCommand: string;
  /** The Java process, once it was started. */
  readonly java?: number;
}

/** SQLite's result code for a lock that another has. */
const SQLITE_BUSY = 5;

/** The claims of this process: after a restart in a container it may have its predecessor's process id. */
const heldClaims = new Set<string>();

/** How long a process waits while another makes its claim, in milliseconds; ending a Java takes the most of it. */
const LOCK_TIMEOUT = 20_000;

/**
 * Claims a database folder for this process by a file. A Java that still runs there though its owner is gone
 * (killed with SIGKILL) is ended first, after its command line proved that it is ours.
 *
 * @throws LocalPlatformError when another running process uses the folder
 */
export async function claimDatabase(file: string, dbPath: string): Promise<void> {
  await withLock(`${file}.lock`, async () => {
    await assertNotInUse(file, dirname(file));
    const java = (await readClaim(file))?.java;
    if (java !== undefined && servesDatabase(java, dbPath)) {
      process.kill(java, 'SIGTERM');
      if (!(await waitForEnd(java, 5_000))) process.kill(java, 'SIGKILL');
      await waitForEnd(java, 5_000);
    }
    await writeClaim(file, undefined);
    heldClaims.add(file);
  });
}

/**
 * Runs `work` in one process at a time. The lock is SQLite's on an empty file, because Node has none of its own: the
 * system releases it however the process ends.
 */
async function withLock(file: string, work: () => Promise<void>): Promise<void> {
  const lock = new DatabaseSync(file);
  try {
    const limit = performance.now() + LOCK_TIMEOUT;
    while (!tryLock(lock)) {
      if (performance.now() > limit)
        throw new LocalPlatformError(
          `Another process has been starting on the data folder ${dirname(file)} for ${LOCK_TIMEOUT / 1_000} seconds: start again when it has ended.`,
        );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await work();
  } finally {
    lock.close();
  }
}

/** Takes the lock; false while another has it. */
function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}

/**
 * Refuses a data folder that a running process uses.
 * @throws LocalPlatformError
 */
export async function assertNotInUse(file: string, dataFolder: string): Promise<void> {
  const owner = await findRunningOwner(file);
  if (owner !== undefined)
    throw new LocalPlatformError(
      `The data folder ${dataFolder} is in use by ${owner.name} that runs already (process ${owner.pid}): stop that one first, with ctrl-c where it runs, or set DATA_DIR to another folder.`,
    );
}

/** Adds the Java process to the claim. */
export async function recordDatabaseProcess(file: string, java: number): Promise<void> {
  await writeClaim(file, java);
}

/** Gives the folder free again. */
export async function releaseDatabase(file: string): Promise<void> {
  heldClaims.delete(file);
  await rm(file, { force: true });
}

/** A running process that uses a data folder. */
export interface RunningOwner {
  readonly pid: number;
  /** What it is: `a platform`. */
  readonly name: string;
}

/** The process that has the claim, if it still runs. */
export async function findRunningOwner(file: string): Promise<RunningOwner | undefined> {
  const claim = await readClaim(file);
  if (!claim) return undefined;
  const runs =
    claim.owner === process.pid
      ? heldClaims.has(file)
      : isAlive(claim.owner) && readCommandLine(claim.owner) === claim.ownerCommand;
  return runs ? { pid: claim.owner, name: nameCommand(claim.ownerCommand) } : undefined;
}

const nameCommand = (command: string): string =>
  /infra\/import\//.test(command)
    ? 'an import'
    : /infra\/admin\//.test(command)
      ? 'an administration command'
      : 'a platform';

function servesDatabase(pid: number, dbPath: string): boolean {
  const command = readCommandLine(pid);
  return command?.includes('DynamoDBLocal.jar') === true && command.includes(`-dbPath ${dbPath} `);
}

/** Renamed when complete: a claim always names its process. */
async function writeClaim(file: string, java: number | undefined): Promise<void> {
  const claim: Claim = {
    owner: process.pid,
    ownerCommand: readCommandLine(process.pid) ?? '',
    ...(java === undefined ? {} : { java }),
  };
  const part = `${file}.${process.pid}`;
  await writeFile(part, `${JSON.stringify(claim)}\n`);
  await rename(part, file);
}

async function readClaim(file: string): Promise<Claim | undefined> {
  try {
    const claim: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isClaim(claim) ? claim : undefined;
  } catch {
    // Absent, or damaged: no claim.
    return undefined;
  }
}

function isClaim(value: unknown): value is Claim {
  return (
    typeof value === 'object' &&
    value !== null &&
    'owner' in value &&
    typeof value.owner === 'number' &&
    'ownerCommand' in value &&
    typeof value.ownerCommand === 'string' &&
    (!('java' in value) || typeof value.java === 'number')
  );
}
