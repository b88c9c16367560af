// A line of the activity log: who did what to which record, and when (docs/interface/billtracking.md#activity-log).
import { pick } from '../../../shared/data/pick.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';

/** An activity to be logged. */
export interface Activity {
  /** Who did it: a user of the tenant, or anyone whom the caller names. */
  readonly userId: string;
  /** `VIEW_BILL`. */
  readonly action: string;
  /** `BILL`. */
  readonly entityType: string;
  readonly entityId: string;
  /** ISO 8601 in UTC; by default the time of the request. */
  readonly timestamp?: string | undefined;
  /** Further facts: `{ billNumber: 'HB 1110', from: 'WATCHING', to: 'PRIORITY' }`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The subject of the token with which the line was saved; absent when the platform itself logs it. */
  readonly recordedBy?: string | undefined;
}

/** A line as stored, once in each of its three lists. Lines are never changed or removed. */
export interface ActivityLine extends Omit<Activity, 'metadata' | 'timestamp'> {
  readonly type: 'activity-line';
  readonly id: string;
  readonly timestamp: string;
  /** When the line was saved. */
  readonly recordedAt: string;
  /** The position among the lines of one transaction; absent for the first. */
  readonly place?: number | undefined;
  /** As JSON text: an object may have numbers and depths that DynamoDB does not accept. */
  readonly metadata?: string | undefined;
}

/** The members that a line copies from its activity. */
const activityFields = ['userId', 'action', 'entityType', 'entityId'] as const;

/** A new line. `place` orders the lines of one transaction. */
export const buildLine = (activity: Activity, id: string, now: Date, place: number): ActivityLine => ({
  type: 'activity-line',
  id,
  ...pick(activity, activityFields),
  timestamp: activity.timestamp ?? now.toISOString(),
  recordedAt: now.toISOString(),
  ...omitUndefined({
    metadata: activity.metadata && JSON.stringify(activity.metadata),
    recordedBy: activity.recordedBy,
    place: place > 0 ? place : undefined,
  }),
});

/** Sorts lines by timestamp, then by arrival. */
export const lineSortKey = ({ timestamp, recordedAt, place = 0, id }: ActivityLine): string =>
  `${timestamp}#${recordedAt}#${String(place).padStart(3, '0')}#${id}`;

const MAX_METADATA_BYTES = 8_192;
const YEARS = { first: 1900, last: 2199 } as const;

/** What a caller sends. The timestamp is ISO 8601, in UTC when it has no offset. */
type ActivityInput = Omit<Activity, 'metadata' | 'recordedBy'> & {
  readonly metadata?: Activity['metadata'] | null;
};

/**
 * Reads the activity that a caller sends.
 * @throws Failure 400 when the metadata is too large, or the year of the timestamp is out of range
 */
export function parseActivity(input: ActivityInput, recordedBy: string | undefined): Activity {
  const { timestamp, metadata } = input;
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(timestamp ?? '');
  const moment = timestamp === undefined ? undefined : new Date(hasOffset ? timestamp : `${timestamp}Z`);
  const year = moment?.getUTCFullYear() ?? YEARS.first;
  const bytes = metadata ? Buffer.byteLength(JSON.stringify(metadata)) : 0;
  const details: ErrorDetail[] = [];
  if (!(year >= YEARS.first && year <= YEARS.last))
    details.push({
      code: 'OUT_OF_RANGE',
      message: `timestamp must be between the years ${YEARS.first} and ${YEARS.last}, but was ${timestamp}.`,
      target: 'timestamp',
    });
  if (bytes > MAX_METADATA_BYTES)
    details.push({
      code: 'OUT_OF_RANGE',
      message: `metadata must have at most ${MAX_METADATA_BYTES} bytes as JSON, but has ${bytes}.`,
      target: 'metadata',
    });
  throwIfInvalid(details);
  return {
    ...pick(input, activityFields),
    ...omitUndefined({ timestamp: moment?.toISOString(), metadata: metadata ?? undefined, recordedBy }),
  };
}
