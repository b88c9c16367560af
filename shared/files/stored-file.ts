// Stores files: those that the platform creates and that expire (reports, certificates), and those that a record refers to,
// which last as long as it does (photos). They are in the table, in compressed chunks.
//
// Why the table and not S3: the local platform and AWS work the same way, with one database, one scope per tenant, one
// expiry and nothing else to deploy, grant or clean up. Files are small: a Lambda function can return at most 6 MB.
// Only this module knows where files are stored, so S3 could replace the table here.

import { createHash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Change, commit, ifPresent, put, remove, update } from '../data/changes.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import { Failure } from '../errors/failure.ts';
import { bytesPerPart, splitBytes } from '../values/split-bytes.ts';

// Wrapped where they are called, so that functions which store nothing do not load their module.
const compress = (content: Uint8Array | string) => promisify(gzip)(content);
const decompress = (content: Uint8Array) => promisify(gunzip)(content);

/** The most compressed bytes of a file: a Lambda function returns at most 6 MB, a third of it for base64. */
export const maxStoredBytes = 12 * bytesPerPart;

/** Bytes that were appended to a file. */
interface FilePart {
  readonly sha256: string;
  readonly chunks: number;
}

/** The metadata of a file; the file exists when this item exists. */
export interface FileItem {
  readonly type: 'file';
  readonly id: string;
  /** The file name for downloads. */
  readonly name: string;
  readonly contentType: string;
  /** Uncompressed size in bytes. */
  readonly size: number;
  /** Compressed size in bytes. */
  readonly storedSize: number;
  readonly chunks: number;
  /** Hash of the uncompressed bytes, in base64url; of those before `parts`. */
  readonly sha256: string;
  /** What was appended, in order. */
  readonly parts?: readonly FilePart[];
  /** The secret that signs links to the file (signed-link.ts). */
  readonly linkSecret: string;
  readonly createdDate: string;
  /** The export of a list that it belongs to. */
  readonly exportId?: string;
  /** Epoch seconds; absent where the file lasts as long as the record that refers to it. */
  readonly ttl?: number;
}

interface ChunkItem {
  readonly type: 'file-chunk';
  readonly bytes: Uint8Array;
  readonly ttl?: number;
}

/** A file to store. */
export interface FileInput {
  /** Chosen by the caller, so that a repeated run stores the same file again instead of another one. */
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** The export of a list that it belongs to. */
  readonly exportId?: string;
  /** The file may be deleted after this moment. Without it a record refers to the file, and removes it. */
  readonly expiresAt?: Date;
}

/** A file that was loaded. */
export interface StoredFile {
  readonly file: FileItem;
  /** The stored bytes: compressed with gzip. */
  readonly gzipped: Uint8Array;
}

/** All files that expire, the oldest first: the erasure of a person looks through them. */
export const storedFiles = (tenant: TenantStore): Partition<FileItem> => tenant.listing('FILES');

const fileKey = (tenant: TenantStore, id: string): Key<FileItem> => tenant.key(`FILE#${id}`, 'FILE');

/**
 * The key of a chunk contains the hash of the file, so that a file that is stored again never mixes old and new chunks.
 */
const chunkKey = (
  tenant: TenantStore,
  { id, sha256 }: Pick<FileItem, 'id' | 'sha256'>,
  index: number,
): Key<ChunkItem> => tenant.key(`FILE#${id}`, `CHUNK#${sha256}#${String(index).padStart(3, '0')}`);

/** Epoch seconds, rounded up so that nothing expires early. */
const toEpochSeconds = (moment: Date): number => Math.ceil(moment.getTime() / 1000);

const createLinkSecret = (): string => randomBytes(32).toString('base64url');

const isExpired = ({ ttl }: Pick<FileItem, 'ttl'>, now: Date): boolean =>
  ttl !== undefined && ttl * 1000 <= now.getTime();

const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

/** A file that is ready to be stored: the changes that write its chunks, and those that write its metadata. */
interface FileParts {
  readonly file: FileItem;
  readonly chunks: readonly Change[];
  readonly changes: readonly Change[];
}

/**
 * Prepares all changes that store a file, for one transaction with the record that refers to it. For files of a few
 * hundred kilobytes at most, such as those a request creates itself; larger files use `storeFile`.
 * @param now real time (`receivedAt`), not a sandbox's
 * @throws Failure 413 when it is too large even compressed
 */
export async function prepareFile(
  tenant: TenantStore,
  { id, name, contentType, bytes, exportId, expiresAt }: FileInput,
  now: Date,
): Promise<FileParts> {
  const compressed = await compress(bytes);
  if (compressed.length > maxStoredBytes) {
    throw new Failure(
      'PAYLOAD_TOO_LARGE',
      `A file may have at most ${maxStoredBytes} bytes when compressed, but ${name} has ${compressed.length}.`,
    );
  }
  const parts = splitBytes(compressed);
  const file: FileItem = {
    type: 'file',
    id,
    name,
    contentType,
    size: bytes.length,
    storedSize: compressed.length,
    chunks: parts.length,
    sha256: hash(bytes),
    linkSecret: createLinkSecret(),
    createdDate: now.toISOString(),
    ...(exportId !== undefined && { exportId }),
    ...(expiresAt && { ttl: toEpochSeconds(expiresAt) }),
  };
  const chunks = parts.map((part, index) =>
    put(chunkKey(tenant, file, index), {
      type: 'file-chunk',
      bytes: part,
      ...(file.ttl !== undefined && { ttl: file.ttl }),
    }),
  );
  const listed = { listing: storedFiles(tenant), sort: `${file.createdDate}#${id}` };
  return { file, chunks, changes: [put(fileKey(tenant, id), file, expiresAt ? { listed } : {})] };
}

/**
 * Writes the chunks of a file and returns the changes that write its metadata: commit them together with the record
 * that says the file is ready. Without them the file does not exist, and its chunks expire.
 * @param now real time (`receivedAt`), not a sandbox's
 * @throws Failure 413 when it is too large even compressed
 */
export async function storeFile(
  tenant: TenantStore,
  input: FileInput,
  now: Date,
): Promise<{ readonly file: FileItem; readonly changes: readonly Change[] }> {
  const { file, chunks, changes } = await prepareFile(tenant, input, now);
  await Promise.all(chunks.map((chunk) => commit([chunk])));
  return { file, changes };
}

/** What the changes of a stored file need to know about it. */
export type FileReference = Pick<FileItem, 'id' | 'sha256' | 'chunks' | 'parts' | 'linkSecret'>;

/** The keys of all chunks, in the order of the bytes. */
function chunkKeys(tenant: TenantStore, file: Omit<FileReference, 'linkSecret'>): readonly Key<ChunkItem>[] {
  const keys: Key<ChunkItem>[] = [];
  for (const { sha256, chunks } of [file, ...(file.parts ?? [])]) {
    const last = keys.length + chunks;
    while (keys.length < last) keys.push(chunkKey(tenant, { id: file.id, sha256 }, keys.length));
  }
  return keys;
}

/**
 * The changes that append bytes to a file, for one transaction with the record that refers to it: a file that is larger than a
 * request may be. Compressed bytes after compressed bytes are those of both (RFC 1952 2.2).
 */
export async function appendToFile<F extends FileReference>(
  tenant: TenantStore,
  file: F,
  bytes: Uint8Array,
): Promise<{ readonly file: F; readonly changes: readonly Change[] }> {
  const compressed = await compress(bytes);
  const pieces = splitBytes(compressed);
  const appended = {
    ...file,
    parts: [...(file.parts ?? []), { sha256: hash(bytes), chunks: pieces.length }],
  };
  const keys = chunkKeys(tenant, appended).slice(-pieces.length);
  const chunks = keys.flatMap((key, index) => {
    const piece = pieces[index];
    return piece ? [put(key, { type: 'file-chunk', bytes: piece })] : [];
  });
  const metadata = update(
    fileKey(tenant, file.id),
    { add: { size: bytes.length, storedSize: compressed.length }, set: { parts: appended.parts } },
    { condition: ifPresent, onConflict: 'retry' },
  );
  return { file: appended, changes: [...chunks, metadata] };
}

/** The changes that remove a file: one for each chunk and one for the metadata. */
export const removeFile = (
  tenant: TenantStore,
  file: Omit<FileReference, 'linkSecret'>,
): readonly Change[] => [
  remove(fileKey(tenant, file.id)),
  ...chunkKeys(tenant, file).map((key) => remove(key)),
];

/** The changes after which no link leads to a file, and which remove it at a moment, until which it can be restored. */
export const withdrawFile = (
  tenant: TenantStore,
  file: FileReference,
  expiresAt: Date,
): readonly Change[] => {
  const ttl = toEpochSeconds(expiresAt);
  const ifThere = { condition: ifPresent, onConflict: 'retry' as const };
  return [
    update(fileKey(tenant, file.id), { set: { ttl, linkSecret: createLinkSecret() } }, ifThere),
    ...chunkKeys(tenant, file).map((key) => update(key, { set: { ttl } }, ifThere)),
  ];
};

/** The changes that make a withdrawn file one that lasts again, with the links that it had. */
export const restoreFile = (tenant: TenantStore, file: FileReference): readonly Change[] => {
  const ifThere = { condition: ifPresent, onConflict: 'retry' as const };
  const { linkSecret } = file;
  return [
    update(fileKey(tenant, file.id), { set: { linkSecret }, unset: ['ttl'] }, ifThere),
    ...chunkKeys(tenant, file).map((key) => update(key, { unset: ['ttl'] }, ifThere)),
  ];
};

/** Whether a file exists that lasts, or has not expired. One read. */
export async function isFileStored(tenant: TenantStore, id: string, now: Date): Promise<boolean> {
  const file = await tenant.get(fileKey(tenant, id), { consistent: true });
  return file !== undefined && !isExpired(file, now);
}

/**
 * The file with this id; undefined when there is none or it has expired. Two round trips, and 43 read units per chunk.
 * @param now real time (`receivedAt`), not a sandbox's
 * @throws Error when a chunk is missing
 */
export async function loadFile(tenant: TenantStore, id: string, now: Date): Promise<StoredFile | undefined> {
  const file = await tenant.get(fileKey(tenant, id));
  if (!file || isExpired(file, now)) return undefined;
  const chunks = await tenant.getMany(chunkKeys(tenant, file));
  const gzipped = Buffer.concat(chunks.flatMap((chunk) => (chunk ? [chunk.bytes] : [])));
  if (gzipped.length !== file.storedSize) throw new Error(`The file ${id} of ${tenant.code} is incomplete`);
  return { file, gzipped };
}

/** The uncompressed bytes of a file. */
export const decompressFile = async ({ gzipped }: StoredFile): Promise<Uint8Array> => decompress(gzipped);
