// Lets one platform at a time use a database folder, and ends a Java that a killed one left behind.
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { getSystemCode, LocalPlatformError } from '../../command/local-platform-error.ts';
import { isAlive, readCommandLine, waitForEnd } from './process-identity.ts';

interface Claim {
  /** The process that started the database. */
  readonly owner: number;
  readonly ownerCommand: string;
  /** The Java process, once it was started. */
  readonly java?: number;
}

/** The claims of this process: after a restart in a container it may have its predecessor's process id. */
const heldClaims = new Set<string>();

/** How often a claim is tried while other processes remove the same stale one. */
const CLAIM_TRIES = 5;

/**
 * Claims a database folder for this process by a file. A Java that still runs there though its owner is gone
 * (killed with SIGKILL) is ended first, after its command line proved that it is ours.
 *
 * @throws LocalPlatformError when another running process uses the folder
 */
export async function claimDatabase(file: string, dbPath: string): Promise<void> {
  const own = `${file}.${process.pid}`;
  await writeFile(own, formatClaim(undefined));
  try {
    for (let tries = 1; ; tries += 1) {
      await assertNotInUse(file, dirname(file));
      await removeStaleClaim(file, dbPath);
      try {
        // A link is made by one of several processes only, and never replaces a file.
        await link(own, file);
        heldClaims.add(file);
        return;
      } catch (error) {
        if (getSystemCode(error) !== 'EEXIST' || tries === CLAIM_TRIES) throw error;
      }
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** Ends the Java of a claim whose owner is gone, and removes the claim. */
async function removeStaleClaim(file: string, dbPath: string): Promise<void> {
  const stale = await readClaim(file);
  if (stale?.java !== undefined && servesDatabase(stale.java, dbPath)) {
    process.kill(stale.java, 'SIGTERM');
    if (!(await waitForEnd(stale.java, 5_000))) process.kill(stale.java, 'SIGKILL');
    await waitForEnd(stale.java, 5_000);
  }
  const aside = `${file}.stale-${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (getSystemCode(error) === 'ENOENT') return;
    throw error;
  }
  // Another process may have made its claim meanwhile: that one is put back.
  if ((await findRunningOwner(aside)) !== undefined) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
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
  // Renamed when complete: a claim always names its process.
  const part = `${file}.${process.pid}`;
  await writeFile(part, formatClaim(java));
  await rename(part, file);
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

function formatClaim(java: number | undefined): string {
  const claim: Claim = {
    owner: process.pid,
    ownerCommand: readCommandLine(process.pid) ?? '',
    ...(java === undefined ? {} : { java }),
  };
  return `${JSON.stringify(claim)}\n`;
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
