// Refuses writes while the disk is nearly full: DynamoDB Local would fail in the middle of one.
import { statfsSync } from 'node:fs';
import { guardRequests } from '../../../shared/data/client.ts';
import { StorageFull } from '../../../shared/data/outage.ts';
import { isReadOperation } from '../../../shared/data/read-only.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { LocalPlatformError } from '../../command/local-platform-error.ts';

/** Reads how many bytes this user can still write to the disk of the data folder. */
export type FreeSpaceReader = () => number;

export const MEGABYTE = 2 ** 20;
/** The least free space, in bytes, to start; seeding the demo data and a day of use need less. */
export const TO_START = 128 * MEGABYTE;
/** The least free space, in bytes, for requests and commands that write. */
export const FOR_REQUESTS = 64 * MEGABYTE;
/** The least free space for any write, such as those that jobs make to finish what a request began. */
export const FOR_JOBS = 16 * MEGABYTE;

const retryAfterSeconds = 60;

/** Reads the free space of the disk that holds `folder`; a folder that is gone is not a matter of space. */
export const createFreeSpaceReader =
  (folder: string): FreeSpaceReader =>
  () => {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  };

const formatMegabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} MB`;

/** @throws LocalPlatformError when there is too little space to start */
export function assertSpaceToStart(folder: string, readFreeSpace = createFreeSpaceReader(folder)): void {
  const free = readFreeSpace();
  if (free < TO_START)
    throw new LocalPlatformError(
      `The disk that holds the data folder ${folder} has only ${formatMegabytes(free)} left, and ${formatMegabytes(TO_START)} are needed: free some space, or set DATA_DIR to a folder on another disk.`,
    );
}

const buildFailure = (free: number, needed: number): Failure =>
  new Failure(
    'SERVICE_BUSY',
    `The platform's disk has only ${formatMegabytes(free)} left, and writing needs ${formatMegabytes(needed)}: free some space. The request was not carried out; reading still works.`,
    { headers: { 'Retry-After': String(retryAfterSeconds) }, cause: new StorageFull() },
  );

/** The 503 for a request that writes, while there is too little space for it. */
export function findSpaceFailure(readFreeSpace: FreeSpaceReader): Failure | undefined {
  const free = readFreeSpace();
  return free < FOR_REQUESTS ? buildFailure(free, FOR_REQUESTS) : undefined;
}

type SpaceWriter = 'platform' | 'command';

/** @throws Failure 503 when too little space is left for this writer */
export function assertSpaceToWrite(writer: SpaceWriter, free: number): void {
  const needed = writer === 'platform' ? FOR_JOBS : FOR_REQUESTS;
  if (free < needed) throw buildFailure(free, needed);
}

/**
 * Rejects every write of this process while there is too little space, until the returned function is called. A
 * platform's jobs may use more than its requests and than a command.
 */
export const guardFreeSpace = (readFreeSpace: FreeSpaceReader, writer: SpaceWriter): (() => void) =>
  guardRequests(({ operation }) => {
    if (!isReadOperation(operation)) assertSpaceToWrite(writer, readFreeSpace());
  });
