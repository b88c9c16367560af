// Files that the platform makes and keeps for a while (reports, certificates): in the table, in compressed chunks.
//
// Why the table and not S3: a laptop and AWS then work alike, with one database, one scope per tenant, one expiry and
// nothing else to deploy, grant or clean up; and the files are small: a Lambda can answer with 6 MB at most anyway. What
// is larger needs another place. These two functions, and nothing else, know where a file is: there S3 can come.
import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Change, commit, put, remove } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import { Failure } from '../errors/failure.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** An item may have 400 KB with its keys. */
const chunkBytes = 350 * 1024;

/** The most a kept file may have once compressed: a Lambda answers with 6 MB, a third of it for base64. */
export const maxStoredBytes = 12 * chunkBytes;

/** What is known of a file; it is there when this item is. */
export interface FileItem {
  readonly type: 'file';
  readonly id: string;
  /** The name it is saved under. */
  readonly name: string;
  readonly contentType: string;
  /** Bytes, as they were given. */
  readonly size: number;
  /** Bytes, compressed. */
  readonly storedSize: number;
  readonly chunks: number;
  /** Of the bytes as they were given, in base64url. */
  readonly sha256: string;
  /** What links to it are signed with (signed-link.ts). */
  readonly linkSecret: string;
  readonly createdDate: string;
  /** Epoch seconds. */
  readonly ttl: number;
}

interface ChunkItem {
  readonly type: 'file-chunk';
  readonly bytes: Uint8Array;
  readonly ttl: number;
}

/** A file to keep. */
export interface FileInput {
  /** Given by the caller, so that a repeated run keeps the same file again instead of another. */
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** It may be gone from then on. */
  readonly expiresAt: Date;
}

/** A file that was read. */
export interface StoredFile {
  readonly file: FileItem;
  /** The bytes as they are stored: compressed with gzip. */
  readonly gzipped: Uint8Array;
}

const fileKey = (tenant: TenantStore, id: string): Key<FileItem> => tenant.key(`FILE#${id}`, 'FILE');

/** Chunks are named by what they hold, so that a file kept anew never shows half of each. */
const chunkKey = (
  tenant: TenantStore,
  { id, sha256 }: Pick<FileItem, 'id' | 'sha256'>,
  at: number,
): Key<ChunkItem> => tenant.key(`FILE#${id}`, `CHUNK#${sha256}#${String(at).padStart(3, '0')}`);

/** Epoch seconds, rounded up: nothing is gone before its time. */
const toEpochSeconds = (moment: Date): number => Math.ceil(moment.getTime() / 1000);

/** A file that is ready to be kept: the changes that write its bytes, and those that make it a file. */
interface FileParts {
  readonly file: FileItem;
  readonly chunks: readonly Change[];
  readonly changes: readonly Change[];
}

/**
 * The changes that keep a file whole, for a transaction of its own with whatever tells of it: for files of some
 * hundred kilobytes at most, such as what a request makes itself. Others go by `keepFile`.
 * @param now real time (`receivedAt`), not a sandbox's
 * @throws Failure 413 when it is too large even compressed
 */
export async function prepareFile(
  tenant: TenantStore,
  { id, name, contentType, bytes, expiresAt }: FileInput,
  now: Date,
): Promise<FileParts> {
  const stored = await compress(bytes);
  if (stored.length > maxStoredBytes) {
    throw new Failure(
      'PAYLOAD_TOO_LARGE',
      `A file may have at most ${maxStoredBytes} bytes when compressed, but ${name} has ${stored.length}.`,
    );
  }
  const file: FileItem = {
    type: 'file',
    id,
    name,
    contentType,
    size: bytes.length,
    storedSize: stored.length,
    chunks: Math.ceil(stored.length / chunkBytes),
    sha256: createHash('sha256').update(bytes).digest('base64url'),
    linkSecret: randomBytes(32).toString('base64url'),
    createdDate: now.toISOString(),
    ttl: toEpochSeconds(expiresAt),
  };
  const chunks = Array.from({ length: file.chunks }, (_, at) =>
    put(chunkKey(tenant, file, at), {
      type: 'file-chunk',
      bytes: new Uint8Array(stored.subarray(at * chunkBytes, (at + 1) * chunkBytes)),
      ttl: file.ttl,
    }),
  );
  return { file, chunks, changes: [put(fileKey(tenant, id), file)] };
}

/**
 * Writes a file's bytes, and answers the changes that make it a file: commit them together with whatever tells that it
 * is ready. Without them it was never there, and the bytes go when it would have expired.
 * @param now real time (`receivedAt`), not a sandbox's
 * @throws Failure 413 when it is too large even compressed
 */
export async function storeFile(
  tenant: TenantStore,
  wanted: FileInput,
  now: Date,
): Promise<{ readonly file: FileItem; readonly changes: readonly Change[] }> {
  const { file, chunks, changes } = await prepareFile(tenant, wanted, now);
  await Promise.all(chunks.map((chunk) => commit([chunk])));
  return { file, changes };
}

/** The changes that remove a file with all its bytes: one for each chunk, and one. */
export const removeFile = (
  tenant: TenantStore,
  file: Pick<FileItem, 'id' | 'sha256' | 'chunks'>,
): readonly Change[] => [
  remove(fileKey(tenant, file.id)),
  ...Array.from({ length: file.chunks }, (_, at) => remove(chunkKey(tenant, file, at))),
];

/**
 * The file with this id; undefined when there is none or it has expired. Two round trips, and 43 read units a chunk.
 * @param now real time (`receivedAt`), not a sandbox's
 * @throws Error when its chunks are not what was written
 */
export async function loadFile(tenant: TenantStore, id: string, now: Date): Promise<StoredFile | undefined> {
  const file = await tenant.get(fileKey(tenant, id));
  if (!file || file.ttl * 1000 <= now.getTime()) return undefined;
  const keys = Array.from({ length: file.chunks }, (_, at) => chunkKey(tenant, file, at));
  const chunks = await tenant.getMany(keys);
  const gzipped = Buffer.concat(chunks.flatMap((chunk) => (chunk ? [chunk.bytes] : [])));
  if (gzipped.length !== file.storedSize) throw new Error(`The file ${id} of ${tenant.code} is not whole`);
  return { file, gzipped };
}

/** The bytes of a kept file as they were given. */
export const decompressFile = async ({ gzipped }: StoredFile): Promise<Uint8Array> => decompress(gzipped);
