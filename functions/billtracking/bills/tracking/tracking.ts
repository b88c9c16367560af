// The rules of tracking a bill: status, position with its history, priority, assignment, tags.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { unknownValue } from '../../unknown-value.ts';
import type { BillItem, BillPosition, BillTracking, HeldPosition, TrackingStatus } from '../bill.ts';
import { type BillSettings, resolveTrackingLevel } from '../settings/bill-settings.ts';

/** What a request changes. Absent members stay unchanged; null clears. */
export interface TrackingInput {
  readonly trackingStatus?: TrackingStatus | undefined;
  readonly trackingLevelId?: number | undefined;
  readonly position?: BillPosition | undefined;
  /** YYYY-MM-DD; by default today. */
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

/** Validates what does not depend on the bill: an unknown level, or a level of another status. */
export function validateTrackingInput(input: TrackingInput, { trackingLevels }: BillSettings): ErrorDetail[] {
  const { trackingStatus, trackingLevelId, position } = input;
  const details: ErrorDetail[] = [];
  const level = trackingLevels.find((candidate) => candidate.trackingLevelId === trackingLevelId);
  if (trackingLevelId !== undefined && !level)
    details.push(
      unknownValue('trackingLevelId', `There is no tracking level with the id ${trackingLevelId}.`),
    );
  if (level && trackingStatus !== undefined && level.trackingStatus !== trackingStatus)
    details.push({
      code: 'NOT_ALLOWED',
      message: `The tracking level ${level.title} belongs to the status ${level.trackingStatus}, but trackingStatus was ${trackingStatus}.`,
      target: 'trackingLevelId',
    });
  for (const field of ['positionEffectiveDate', 'positionNote'] as const)
    if (position === undefined && input[field] !== undefined)
      details.push({
        code: 'NOT_ALLOWED',
        message: `${field} must be sent together with position, but position was absent.`,
        target: field,
      });
  return details;
}

/** The effective date of a position may not be in the future. */
export const validateEffectiveDate = (
  { positionEffectiveDate: date }: TrackingInput,
  today: string,
): ErrorDetail[] =>
  date === undefined || date <= today
    ? []
    : [
        {
          code: 'OUT_OF_RANGE',
          message: `positionEffectiveDate must not be after today (${today} in the time zone of the state), but was ${date}.`,
          target: 'positionEffectiveDate',
        },
      ];

/** The position held on a day: the last that had taken effect. */
export const positionOn = (positions: readonly HeldPosition[], day: string): BillPosition =>
  positions.findLast(({ effectiveFrom }) => effectiveFrom <= day)?.position ?? 'NO_POSITION';

/** Adds a position to a history, which is ordered by effective date, then by when each was set. */
const addPosition = (positions: readonly HeldPosition[], added: HeldPosition): HeldPosition[] =>
  [...positions, added].sort((a, b) =>
    a.effectiveFrom === b.effectiveFrom ? 0 : a.effectiveFrom < b.effectiveFrom ? -1 : 1,
  );

/** Each label once, compared without case and surrounding blanks, in its first spelling. */
function uniqueLabels(texts: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const text of texts.map((label) => label.trim()))
    if (text !== '' && !found.has(text.toLowerCase())) found.set(text.toLowerCase(), text);
  return [...found.values()];
}

const applyLabels = (
  input: readonly string[] | null | undefined,
  current: readonly string[],
): readonly string[] => (input === undefined ? current : uniqueLabels(input ?? []));

/** The tracking with the input applied. Any status may follow any (docs/interface/billtracking.md#tracking-status). */
export function applyTrackingInput(
  before: BillTracking,
  input: TrackingInput,
  {
    settings,
    today,
    author,
  }: { readonly settings: BillSettings; readonly today: string; readonly author: PositionAuthor },
): BillTracking {
  const level = settings.trackingLevels.find(
    ({ trackingLevelId }) => trackingLevelId === input.trackingLevelId,
  );
  const trackingStatus = level?.trackingStatus ?? input.trackingStatus ?? before.trackingStatus;
  const levelId = level?.trackingLevelId ?? before.trackingLevelId;
  // A level of another status is dropped: the bill then has the first level of its status.
  const hasLevel =
    levelId !== undefined &&
    resolveTrackingLevel(settings, { trackingStatus, trackingLevelId: levelId }).trackingLevelId === levelId;
  const { position, positionNote: note, positionEffectiveDate: effectiveFrom = today } = input;
  const positions =
    position !== undefined && (position !== positionOn(before.positions, effectiveFrom) || note !== undefined)
      ? addPosition(before.positions, {
          position,
          effectiveFrom,
          ...author,
          ...(note !== undefined && { note }),
        })
      : before.positions;
  return {
    trackingStatus,
    trackingLevelId: hasLevel ? levelId : undefined,
    position: positions.at(-1)?.position ?? 'NO_POSITION',
    positions,
    priority: input.priority === undefined ? before.priority : (input.priority ?? undefined),
    assignedPersonIds: applyLabels(input.assignedPersonIds, before.assignedPersonIds),
    assignedGroups: applyLabels(input.assignedGroups, before.assignedGroups),
    tags: applyLabels(input.tags, before.tags),
    userTags: applyLabels(input.userTags, before.userTags),
  };
}

/** The next version of the bill, with this tracking. */
export const setTracking = (before: BillItem, tracking: BillTracking, now: Date): BillItem => ({
  ...before,
  ...tracking,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** A change that has its own line in the activity log. */
interface TrackingChange {
  readonly action: 'BILL_STATUS_CHANGED' | 'BILL_POSITION_CHANGED';
  readonly oldValue: string;
  readonly newValue: string;
  /** The effective date, when the position changed. */
  readonly effectiveFrom?: string | undefined;
}

/** The changes of status and position between two versions (docs/interface/billtracking.md#activity-log). */
export function diffTracking(before: BillTracking, after: BillTracking): TrackingChange[] {
  const changes: TrackingChange[] = [];
  if (before.trackingStatus !== after.trackingStatus)
    changes.push({
      action: 'BILL_STATUS_CHANGED',
      oldValue: before.trackingStatus,
      newValue: after.trackingStatus,
    });
  const added = after.positions.find((position) => !before.positions.includes(position));
  if (added)
    changes.push({
      action: 'BILL_POSITION_CHANGED',
      oldValue: positionOn(before.positions, added.effectiveFrom),
      newValue: added.position,
      effectiveFrom: added.effectiveFrom,
    });
  return changes;
}
