// The folder with all state of the local platform (DATA_DIR), and the paths inside it.
import { constants } from 'node:fs';
import { access, chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { getSystemCode, LocalPlatformError } from '../command/local-platform-error.ts';

/** The file that marks a data folder; `npm run reset` empties no folder without it. */
const MARKER = '.rostrum';
const MARKER_TEXT = 'This folder holds the state of Rostrum on this machine. `npm run reset` empties it.\n';

/** Absolute paths of everything in DATA_DIR. */
export interface DataDir {
  readonly root: string;
  readonly marker: string;
  /** Folder of the database files (`-dbPath`). */
  readonly dynamodb: string;
  /** Which Java process serves the database, and for whom. */
  readonly dynamodbProcess: string;
  /** Folder of the mails caught, one JSON file each. */
  readonly mail: string;
  readonly secrets: string;
  /** How far the change stream was read. */
  readonly streams: string;
  /** What a running platform offers: addresses, demo users, clients. There only while it serves. */
  readonly local: string;
}

/** The paths inside DATA_DIR; `.data` in the working folder by default. Touches nothing. */
export function dataDirPaths(path = process.env.DATA_DIR || '.data'): DataDir {
  const root = resolve(path);
  return {
    root,
    marker: join(root, MARKER),
    dynamodb: join(root, 'dynamodb'),
    dynamodbProcess: join(root, 'dynamodb.json'),
    mail: join(root, 'mail'),
    secrets: join(root, 'secrets.json'),
    streams: join(root, 'streams.json'),
    local: join(root, 'local.json'),
  };
}

/**
 * Makes DATA_DIR with its marker and its folders, and proves that it can be written.
 *
 * A folder with other files is refused: a marker put there would let `npm run reset`
 * delete them.
 *
 * @throws LocalPlatformError when it cannot be created or written, is not a folder, or contains other files
 */
export async function openDataDir(path?: string): Promise<DataDir> {
  const paths = dataDirPaths(path);
  try {
    await makeFolder(paths.root);
    if (!(await isDataDir(paths))) {
      if ((await readdir(paths.root)).length > 0) {
        throw new LocalPlatformError(
          `The data folder ${paths.root} contains files that are not Rostrum's: set DATA_DIR to an empty folder or one that does not exist yet.`,
        );
      }
      await writeFile(paths.marker, MARKER_TEXT);
    }
    // Secrets, mails and the database are for their owner alone.
    await chmod(paths.root, 0o700);
    await makeFolder(paths.dynamodb);
    await makeFolder(paths.mail);
    // Existing folders pass mkdir even on a read-only disk, so one write decides.
    await access(paths.root, constants.R_OK | constants.W_OK | constants.X_OK);
    const trial = join(paths.root, `.write-${process.pid}`);
    await writeFile(trial, '');
    await rm(trial);
  } catch (error) {
    throw error instanceof LocalPlatformError
      ? error
      : new LocalPlatformError(describeUnusable(paths.root, error));
  }
  return paths;
}

/** Whether the folder carries the marker with our text. */
export async function isDataDir(paths: DataDir): Promise<boolean> {
  return (await readFile(paths.marker, 'utf8').catch(() => '')) === MARKER_TEXT;
}

/** Not Node's own recursive mkdir: that one never returns where the system refuses with ENOENT, as /proc does. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (getSystemCode(error) === 'EEXIST' && (await isFolder(path))) return;
    if (getSystemCode(error) !== 'ENOENT' || (await isFolder(dirname(path)))) throw error;
    await makeFolder(dirname(path));
    await mkdir(path);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function describeUnusable(root: string, error: unknown): string {
  switch (getSystemCode(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
      return `The data folder ${root} cannot be written by this user: set DATA_DIR to a folder you may write, or change its permissions.`;
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data folder ${root} cannot be used because it, or a part of its path, is a file: set DATA_DIR to a folder.`;
    case 'ENOSPC':
    case 'EDQUOT':
      return `The data folder ${root} cannot be written because the disk is full: free some space, or set DATA_DIR to a folder on another disk.`;
    default:
      return `The data folder ${root} cannot be used (${error instanceof Error ? error.message : String(error)}): set DATA_DIR to a folder you may write.`;
  }
}
