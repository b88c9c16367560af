// Lets one platform at a time use a database folder, and ends a Java that a killed one left behind.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { LocalPlatformError } from '../../command/local-platform-error.ts';
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

/**
 * Claims a database folder for this process by a file. A Java that still runs there though its owner is gone
 * (killed with SIGKILL) is ended first, after its command line proved that it is ours.
 *
 * @throws LocalPlatformError when another running process uses the folder
 */
export async function claimDatabase(file: string, dbPath: string): Promise<void> {
  const owner = await findRunningOwner(file);
  if (owner !== undefined) {
    throw new LocalPlatformError(
      `The data in ${dbPath} is in use by a platform that runs already (process ${owner}): stop that one, or set DATA_DIR to another folder.`,
    );
  }
  const java = (await readClaim(file))?.java;
  if (java !== undefined && servesDatabase(java, dbPath)) {
    process.kill(java, 'SIGTERM');
    if (!(await waitForEnd(java, 5_000))) process.kill(java, 'SIGKILL');
    await waitForEnd(java, 5_000);
  }
  await writeClaim(file, undefined);
  heldClaims.add(file);
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

/** The process id of the platform that has the claim, if it still runs. */
export async function findRunningOwner(file: string): Promise<number | undefined> {
  const claim = await readClaim(file);
  if (!claim) return undefined;
  if (claim.owner === process.pid) return heldClaims.has(file) ? claim.owner : undefined;
  const runs = isAlive(claim.owner) && readCommandLine(claim.owner) === claim.ownerCommand;
  return runs ? claim.owner : undefined;
}

function servesDatabase(pid: number, dbPath: string): boolean {
  const command = readCommandLine(pid);
  return command?.includes('DynamoDBLocal.jar') === true && command.includes(`-dbPath ${dbPath} `);
}

async function writeClaim(file: string, java: number | undefined): Promise<void> {
  const claim: Claim = {
    owner: process.pid,
    ownerCommand: readCommandLine(process.pid) ?? '',
    ...(java === undefined ? {} : { java }),
  };
  await writeFile(file, `${JSON.stringify(claim)}\n`);
}

async function readClaim(file: string): Promise<Claim | undefined> {
  try {
    const claim: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isClaim(claim) ? claim : undefined;
  } catch {
    // Absent, or truncated by a kill during writing: no claim.
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
