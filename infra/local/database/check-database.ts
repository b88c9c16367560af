// Finds out before the start whether the database file can be used: DynamoDB Local waits for ever on a damaged one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { LocalPlatformError } from '../../command/local-platform-error.ts';

/** The SQLite file that DynamoDB Local keeps in its folder with `-sharedDb`. */
const FILE = 'shared-local-instance.db';

/** SQLite's result codes (sqlite.org/rescode.html); the low byte of an extended one is its primary code. */
const BUSY = 5;
const READ_ONLY = 8;
const FULL = 13;
const CANNOT_OPEN = 14;

/**
 * Checks the structure of the database, in about a second for a gigabyte. What a killed process left half-written is
 * rolled back, as SQLite does at every opening.
 *
 * @throws LocalPlatformError when the file is damaged, cannot be opened, or another program uses it
 */
export function assertDatabaseIntact(dbPath: string): void {
  const file = join(dbPath, FILE);
  if (!existsSync(file)) return;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    const found = database.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (found !== 'ok') throw new LocalPlatformError(describeDamage(file, String(found)));
  } catch (error) {
    if (error instanceof LocalPlatformError) throw error;
    throw new LocalPlatformError(describeProblem(file, error));
  } finally {
    database?.close();
  }
}

function describeProblem(file: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : undefined;
  switch (code) {
    case BUSY:
      return `The database ${file} is in use by another program: stop that one and start again.`;
    case READ_ONLY:
    case CANNOT_OPEN:
      return `The database ${file} cannot be opened (${message}): it must be a file that this user may read and write.`;
    case FULL:
      return `The database ${file} cannot be opened because the disk is full: free some space and start again.`;
    default:
      return describeDamage(file, message);
  }
}

/** The report of SQLite has lines; its last one says what is wrong. */
const describeDamage = (file: string, report: string): string =>
  `The database ${file} is damaged (${report.trim().split('\n').at(-1)}): restore the data folder from a copy, or empty it with \`npm run reset\`.`;
