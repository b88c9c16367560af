// The rules of what a tenant makes of a bill: status, position with its history, priority, assignment, tags.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { BillItem, BillPosition, BillTracking, HeldPosition, TrackingStatus } from '../bill.ts';
import { type BillSettings, resolveTrackingLevel } from '../settings/bill-settings.ts';

/** What is to be changed; what is not said stays. */
export interface TrackingInput {
  readonly trackingStatus?: TrackingStatus | undefined;
  readonly trackingLevelId?: number | undefined;
  readonly position?: BillPosition | undefined;
  /** YYYY-MM-DD; today unless told. */
  readonly positionEffectiveDate?: string | undefined;
  readonly positionNote?: string | undefined;
  readonly priority?: number | null | undefined;
  readonly assignedPersonIds?: readonly string[] | null | undefined;
  readonly assignedGroups?: readonly string[] | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly userTags?: readonly string[] | null | undefined;
}

/** Who sets a position, and when. */
export interface PositionAuthor {
  readonly setAt: string;
  readonly setBy: string;
  readonly setById: string;
}

/** What is wrong with a wish, whatever the bill: a level there is none of, or of another status. */
export function validateTrackingInput(wish: TrackingInput, { trackingLevels }: BillSettings): ErrorDetail[] {
  const { trackingStatus, trackingLevelId: wanted, position } = wish;
  const faults: ErrorDetail[] = [];
  const level = trackingLevels.find(({ trackingLevelId }) => trackingLevelId === wanted);
  if (wanted !== undefined && !level)
    faults.push({
      code: 'UNKNOWN_VALUE',
      message: `There is no tracking level with the id ${wanted}.`,
      target: 'trackingLevelId',
    });
  if (level && trackingStatus !== undefined && level.trackingStatus !== trackingStatus)
    faults.push({
      code: 'NOT_ALLOWED',
      message: `The tracking level ${level.title} is of the status ${level.trackingStatus}, not ${trackingStatus}.`,
      target: 'trackingLevelId',
    });
  for (const field of ['positionEffectiveDate', 'positionNote'] as const)
    if (position === undefined && wish[field] !== undefined)
      faults.push({
        code: 'NOT_ALLOWED',
        message: `${field} belongs to a position, but none is sent.`,
        target: field,
      });
  return faults;
}

/** A position holds from today at the latest: what will be decided is not held yet. */
export const validateEffectiveDate = (wish: TrackingInput, today: string): ErrorDetail | undefined =>
  wish.positionEffectiveDate !== undefined && wish.positionEffectiveDate > today
    ? {
        code: 'OUT_OF_RANGE',
        message: `positionEffectiveDate must not lie after today, ${today} where the legislature sits.`,
        target: 'positionEffectiveDate',
      }
    : undefined;

/** The position held on a day, by what is known now: the last that took effect by then. */
export const positionOn = (positions: readonly HeldPosition[], day: string): BillPosition =>
  positions.findLast(({ effectiveFrom }) => effectiveFrom <= day)?.position ?? 'NO_POSITION';

/** A history with one position more, by the day it takes effect; of one day, the last set comes last. */
export const addPosition = (positions: readonly HeldPosition[], added: HeldPosition): HeldPosition[] =>
  [...positions, added].sort((a, b) =>
    a.effectiveFrom === b.effectiveFrom ? 0 : a.effectiveFrom < b.effectiveFrom ? -1 : 1,
  );

/** Each text once, as first written, whatever the case; blanks around it do not count. */
function uniqueLabels(texts: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const text of texts.map((one) => one.trim()))
    if (text !== '' && !found.has(text.toLowerCase())) found.set(text.toLowerCase(), text);
  return [...found.values()];
}

const applyLabels = (
  sent: readonly string[] | null | undefined,
  kept: readonly string[],
): readonly string[] => (sent === undefined ? kept : uniqueLabels(sent ?? []));

/**
 * What the bill is to the tenant with the wish laid over it. Any status may follow any
 * (docs/interface/billtracking.md#tracking-status).
 */
export function applyTrackingInput(
  before: BillTracking,
  wish: TrackingInput,
  {
    settings,
    today,
    setting,
  }: { readonly settings: BillSettings; readonly today: string; readonly setting: PositionAuthor },
): BillTracking {
  const level = settings.trackingLevels.find(
    ({ trackingLevelId }) => trackingLevelId === wish.trackingLevelId,
  );
  const trackingStatus = level?.trackingStatus ?? wish.trackingStatus ?? before.trackingStatus;
  const wanted = level?.trackingLevelId ?? before.trackingLevelId;
  const trackingLevelId =
    wanted !== undefined &&
    resolveTrackingLevel(settings, { trackingStatus, trackingLevelId: wanted }).trackingLevelId === wanted
      ? wanted
      : undefined;
  const effectiveFrom = wish.positionEffectiveDate ?? today;
  const isNew =
    wish.position !== undefined &&
    (wish.position !== positionOn(before.positions, effectiveFrom) || wish.positionNote !== undefined);
  const positions =
    isNew && wish.position !== undefined
      ? addPosition(before.positions, {
          position: wish.position,
          effectiveFrom,
          ...setting,
          ...(wish.positionNote !== undefined && { note: wish.positionNote }),
        })
      : before.positions;
  return {
    trackingStatus,
    trackingLevelId,
    position: positions.at(-1)?.position ?? 'NO_POSITION',
    positions,
    priority: wish.priority === undefined ? before.priority : (wish.priority ?? undefined),
    assignedPersonIds: applyLabels(wish.assignedPersonIds, before.assignedPersonIds),
    assignedGroups: applyLabels(wish.assignedGroups, before.assignedGroups),
    tags: applyLabels(wish.tags, before.tags),
    userTags: applyLabels(wish.userTags, before.userTags),
  };
}

/** The bill with what the tenant makes of it, one version on. */
export const setTracking = (before: BillItem, tracking: BillTracking, now: Date): BillItem => ({
  ...before,
  ...tracking,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** What the tenant makes of a bill, without the rest of it. */
export const pickTracking = (bill: BillTracking): BillTracking => ({
  trackingStatus: bill.trackingStatus,
  trackingLevelId: bill.trackingLevelId,
  position: bill.position,
  positions: bill.positions,
  priority: bill.priority,
  assignedPersonIds: bill.assignedPersonIds,
  assignedGroups: bill.assignedGroups,
  tags: bill.tags,
  userTags: bill.userTags,
});

/** A change that the activity log tells of by itself. */
interface TrackingChange {
  readonly action: 'BILL_STATUS_CHANGED' | 'BILL_POSITION_CHANGED';
  readonly oldValue: string;
  readonly newValue: string;
  /** Of a position: the day it takes effect. */
  readonly effectiveFrom?: string | undefined;
}

/**
 * The changes of status and position between two states of a bill (docs/interface/billtracking.md#tracking-status:
 * each logs with old and new value).
 */
export function diffTracking(before: BillTracking, after: BillTracking): TrackingChange[] {
  const added = after.positions.find((held) => !before.positions.includes(held));
  return [
    ...(before.trackingStatus === after.trackingStatus
      ? []
      : [
          {
            action: 'BILL_STATUS_CHANGED',
            oldValue: before.trackingStatus,
            newValue: after.trackingStatus,
          } as const,
        ]),
    ...(added
      ? [
          {
            action: 'BILL_POSITION_CHANGED',
            oldValue: positionOn(before.positions, added.effectiveFrom),
            newValue: added.position,
            effectiveFrom: added.effectiveFrom,
          } as const,
        ]
      : []),
  ];
}
