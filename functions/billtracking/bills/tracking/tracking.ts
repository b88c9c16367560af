// The rules of tracking a bill: status, position with its history, priority, assignment, tags.

import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { unknownValue } from '../../unknown-value.ts';
import {
  type BillItem,
  type BillPosition,
  type BillTracking,
  type HeldPosition,
  heldPositions,
  type TrackingStatus,
  type VoidMark,
} from '../record/bill.ts';
import { type BillSettings, resolveTrackingLevel } from '../settings/bill-settings.ts';

/** What a request changes. Absent members stay unchanged; null clears. */
export interface TrackingInput {
  readonly trackingStatus?: TrackingStatus | undefined;
  readonly trackingLevelId?: number | undefined;
  readonly position?: BillPosition | undefined;
  /** One of the tenant's own positions, which also sets the position that it counts as. */
  readonly positionId?: number | undefined;
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

const findOwnPosition = ({ ownPositions = [] }: BillSettings, id: number | undefined) =>
  ownPositions.find(({ positionId }) => positionId === id);

/** Validates what does not depend on the bill: an unknown level, or a level of another status. */
export function validateTrackingInput(input: TrackingInput, settings: BillSettings): ErrorDetail[] {
  const { trackingLevels, priorities } = settings;
  const { trackingStatus, trackingLevelId, position, positionId, priority } = input;
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
  const own = findOwnPosition(settings, positionId);
  if (positionId !== undefined && !own)
    details.push(unknownValue('positionId', `There is no own position with the id ${positionId}.`));
  if (own && position !== undefined && own.position !== position)
    details.push({
      code: 'NOT_ALLOWED',
      message: `The own position ${own.title} counts as ${own.position}, but position was ${position}.`,
      target: 'positionId',
    });
  if (typeof priority === 'number' && priorities && !priorities.some((each) => each.priority === priority))
    details.push({
      code: 'UNKNOWN_VALUE',
      message: `priority must be one of the tenant's priorities, ${priorities.map((each) => `${each.priority} (${each.title})`).join(', ')}, but was ${priority}.`,
      target: 'priority',
    });
  for (const field of ['positionEffectiveDate', 'positionNote'] as const)
    if (position === undefined && positionId === undefined && input[field] !== undefined)
      details.push({
        code: 'NOT_ALLOWED',
        message: `${field} must be sent together with position or positionId, but both were absent.`,
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

/** The entry that is held on a day: the last that had taken effect and was not voided. */
const entryOn = (positions: readonly HeldPosition[], day: string): HeldPosition | undefined =>
  heldPositions(positions).findLast(({ effectiveFrom }) => effectiveFrom <= day);

/** The position held on a day. */
export const positionOn = (positions: readonly HeldPosition[], day: string): BillPosition =>
  entryOn(positions, day)?.position ?? 'NO_POSITION';

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

/** So many changes of a bill's priority are kept, the latest. */
const MAX_PRIORITIES = 100;

/** Identifies a position in the history of its bill: the same however many are entered before it. */
export const positionEntryId = (entry: HeldPosition): string =>
  contentHash([entry.position, entry.effectiveFrom, entry.setAt, entry.setById]).slice(0, 16);

/** The tracking in which a position is void: it stays in the history, and was never held. */
export function voidPosition(before: BillTracking, id: string, mark: VoidMark): BillTracking {
  const positions = before.positions.map((entry) =>
    positionEntryId(entry) === id ? { ...entry, voided: mark } : entry,
  );
  return { ...before, positions, position: heldPositions(positions).at(-1)?.position ?? 'NO_POSITION' };
}

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
  const { positionNote: note, positionEffectiveDate: effectiveFrom = today } = input;
  const own = findOwnPosition(settings, input.positionId);
  const position = own?.position ?? input.position;
  const held = entryOn(before.positions, effectiveFrom);
  const isSame = position === (held?.position ?? 'NO_POSITION') && own?.positionId === held?.own?.id;
  const positions =
    position !== undefined && (!isSame || note !== undefined)
      ? addPosition(before.positions, {
          position,
          effectiveFrom,
          ...author,
          ...(note !== undefined && { note }),
          ...(own && { own: { id: own.positionId, title: own.title } }),
        })
      : before.positions;
  const priority = input.priority === undefined ? before.priority : (input.priority ?? undefined);
  return {
    trackingStatus,
    trackingLevelId: hasLevel ? levelId : undefined,
    position: heldPositions(positions).at(-1)?.position ?? 'NO_POSITION',
    positions,
    priority,
    priorities:
      priority === before.priority
        ? before.priorities
        : [...(before.priorities ?? []), { ...author, ...(priority !== undefined && { priority }) }].slice(
            -MAX_PRIORITIES,
          ),
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
  // A voided position is logged by who voids it.
  const added = after.positions.find(
    (position) => position.voided === undefined && !before.positions.includes(position),
  );
  if (added)
    changes.push({
      action: 'BILL_POSITION_CHANGED',
      oldValue: positionOn(before.positions, added.effectiveFrom),
      newValue: added.position,
      effectiveFrom: added.effectiveFrom,
    });
  return changes;
}
