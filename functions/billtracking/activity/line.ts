// A line of the activity log: who did what to which record, and when (docs/interface/billtracking.md#activity-log).

import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { pick } from '../../../shared/values/pick.ts';

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
  /** Whether the platform itself logs it, with the change that it records. */
  readonly isSystem: boolean;
}

/** A line as stored, once in each of its three lists. Lines are never changed or removed. */
export interface ActivityLine extends Omit<Activity, 'metadata' | 'timestamp' | 'isSystem'> {
  readonly type: 'activity-line';
  readonly id: string;
  readonly timestamp: string;
  /** When the line was saved. */
  readonly recordedAt: string;
  /** The position among the lines of one transaction; absent for the first. */
  readonly place?: number | undefined;
  /** Absent for lines from before this was recorded. */
  readonly isSystem?: boolean | undefined;
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
  isSystem: activity.isSystem,
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
/** How far a caller's clock may be ahead. */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** What a caller sends. The timestamp is ISO 8601, in UTC when it has no offset. */
type ActivityInput = Omit<Activity, 'metadata' | 'recordedBy' | 'isSystem'> & {
  readonly metadata?: Activity['metadata'] | null;
};

/**
 * Reads the activity that a caller sends.
 * @param now the latest of the clocks that a caller may go by
 * @throws Failure 400 when the metadata is too large, or the timestamp is in the future
 */
export function parseActivity(input: ActivityInput, recordedBy: string | undefined, now: Date): Activity {
  const { timestamp, metadata } = input;
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/i.test(timestamp ?? '');
  const moment = timestamp === undefined ? undefined : new Date(hasOffset ? timestamp : `${timestamp}Z`);
  const bytes = metadata ? Buffer.byteLength(JSON.stringify(metadata)) : 0;
  const details: ErrorDetail[] = [];
  if (moment && +moment > +now + MAX_CLOCK_SKEW_MS)
    details.push({
      code: 'OUT_OF_RANGE',
      message: `timestamp must not be after now (${now.toISOString()}), but was ${timestamp}.`,
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
    isSystem: false,
    ...omitUndefined({ timestamp: moment?.toISOString(), metadata: metadata ?? undefined, recordedBy }),
  };
}
