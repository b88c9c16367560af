// A line of the activity log: who did what to which record, and when (docs/interface/billtracking.md#activity-log).
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';

/** What the log is told. */
export interface Activity {
  /** Who did it: a user of the tenant, or whoever the caller says. */
  readonly userId: string;
  /** `VIEW_BILL`. */
  readonly action: string;
  /** `BILL`. */
  readonly entityType: string;
  readonly entityId: string;
  /** ISO 8601 in UTC; the moment of the change unless told. */
  readonly timestamp?: string | undefined;
  /** Whatever else is worth knowing: `{ billNumber: 'HB 1110', from: 'WATCHING', to: 'PRIORITY' }`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The subject of the token that a caller sent the line with; absent when the platform itself tells it. */
  readonly recordedBy?: string | undefined;
}

/** A line as the table holds it, once in each of its three lists. There is no way to change or remove one. */
export interface ActivityLine extends Omit<Activity, 'metadata' | 'timestamp'> {
  readonly type: 'activity-line';
  readonly id: string;
  readonly timestamp: string;
  /** When the log was told. */
  readonly recordedAt: string;
  /** Its place among lines told at once; absent is the first. */
  readonly place?: number | undefined;
  /** As JSON text: a free object may hold numbers and depths that the table does not take. */
  readonly metadata?: string | undefined;
}

/** The line that the log keeps. `place` tells lines of one transaction apart. */
export const buildLine = (activity: Activity, id: string, now: Date, place: number): ActivityLine => ({
  type: 'activity-line',
  id,
  userId: activity.userId,
  action: activity.action,
  entityType: activity.entityType,
  entityId: activity.entityId,
  timestamp: activity.timestamp ?? now.toISOString(),
  recordedAt: now.toISOString(),
  ...omitUndefined({
    metadata: activity.metadata && JSON.stringify(activity.metadata),
    recordedBy: activity.recordedBy,
    place: place > 0 ? place : undefined,
  }),
});

/** Where a line stands: by time, then in the order of arrival. */
export const lineSortKey = ({ timestamp, recordedAt, place = 0, id }: ActivityLine): string =>
  `${timestamp}#${recordedAt}#${String(place).padStart(3, '0')}#${id}`;

const MAX_METADATA_BYTES = 8_192;
const YEARS = { first: 1900, last: 2199 } as const;

/** What a caller sends: the timestamp ISO 8601, in UTC when it has no offset. */
type ActivityInput = Omit<Activity, 'metadata' | 'recordedBy'> & {
  readonly metadata?: Activity['metadata'] | null;
};

/**
 * What the log is told by a caller.
 * @throws Failure 400 when the metadata is too large, or the time lies beyond any that a log could have
 */
export function parseActivity(sent: ActivityInput, recordedBy: string | undefined): Activity {
  const { timestamp, metadata } = sent;
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(timestamp ?? '');
  const moment = timestamp === undefined ? undefined : new Date(hasOffset ? timestamp : `${timestamp}Z`);
  const year = moment?.getUTCFullYear() ?? YEARS.first;
  const bytes = metadata ? Buffer.byteLength(JSON.stringify(metadata)) : 0;
  const faults: ErrorDetail[] = [];
  if (!(year >= YEARS.first && year <= YEARS.last))
    faults.push({
      code: 'OUT_OF_RANGE',
      message: `timestamp must lie between the years ${YEARS.first} and ${YEARS.last}, but was ${timestamp}.`,
      target: 'timestamp',
    });
  if (bytes > MAX_METADATA_BYTES)
    faults.push({
      code: 'OUT_OF_RANGE',
      message: `metadata must have at most ${MAX_METADATA_BYTES} bytes as JSON, but has ${bytes}.`,
      target: 'metadata',
    });
  const [first, ...more] = faults;
  if (first) throw invalid([first, ...more]);
  const { userId, action, entityType, entityId } = sent;
  return {
    userId,
    action,
    entityType,
    entityId,
    ...omitUndefined({ timestamp: moment?.toISOString(), metadata: metadata ?? undefined, recordedBy }),
  };
}
