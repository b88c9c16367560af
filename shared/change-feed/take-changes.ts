// Takes a batch of the stream so that a change that cannot be handled holds up no other one.
import { isOutage } from '../data/outage.ts';
import { Failure } from '../errors/failure.ts';
import { logError } from '../log/log.ts';
import type { StreamRecord } from './change-event.ts';
import { setAside } from './dead-changes.ts';

/** Handles changes in their order, all of them or none; may be repeated. */
export type HandleChanges = (records: readonly StreamRecord[]) => Promise<void>;

/** Whether the same changes may be handled a moment later: the database is away, throttles or is contended. */
const isPassing = (error: unknown): boolean =>
  isOutage(error) || (error instanceof Failure && (error.code === 'SERVICE_BUSY' || isOutage(error.cause)));

const getPartition = ({ dynamodb }: StreamRecord): string => dynamodb?.Keys?.pk?.S ?? '';
const getTenant = (record: StreamRecord): string => getPartition(record).split('#', 2).join('#');
const getAddress = (record: StreamRecord): string =>
  `${getPartition(record)} ${record.dynamodb?.Keys?.sk?.S}`;

/**
 * Smaller parts of a batch: by tenant, then by item, then each change. Updates of an item merge alike in all of them but the
 * last (merge-bursts.ts), so that nothing is sent again behind what was sent already.
 */
function splitBatch(records: readonly StreamRecord[]): readonly (readonly StreamRecord[])[] {
  for (const nameOf of [getTenant, getAddress]) {
    const parts = [...Map.groupBy(records, nameOf).values()];
    if (parts.length > 1) return parts;
  }
  return records.map((record) => [record]);
}

/**
 * Handles a batch. Where it fails, its parts are handled one after the other until the change that fails is alone; that is set
 * aside, and the others go on. @returns the changes that were neither handled nor set aside, which have to come again
 */
export async function takeChanges(
  records: readonly StreamRecord[],
  handle: HandleChanges,
  now: Date,
): Promise<readonly StreamRecord[]> {
  try {
    await handle(records);
    return [];
  } catch (error) {
    if (isPassing(error)) {
      logError('change-feed', error);
      return records;
    }
    const [record] = records;
    if (record && records.length === 1) return setAsideOne(record, error, now);
    const left: StreamRecord[] = [];
    for (const part of splitBatch(records)) left.push(...(await takeChanges(part, handle, now)));
    return left;
  }
}

async function setAsideOne(
  record: StreamRecord,
  error: unknown,
  now: Date,
): Promise<readonly StreamRecord[]> {
  logError('change-feed', error);
  try {
    await setAside(record, error, now);
    return [];
  } catch (failure) {
    logError('change-feed', failure);
    return [record];
  }
}
