// The titles and colours of a tenant's tracking levels and positions (docs/interface/billtracking.md#bill-settings).
//
// The interface has levels and statuses: existing callers read tracking levels as objects of the tenant (id, title,
// colour), the documented enumeration has five statuses. So each level belongs to a status, and each status has at
// least one level.

import type * as z from 'zod';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { Immutable } from '../../../../shared/http/context.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { validateStateId } from '../../unknown-value.ts';
import {
  type BillPosition,
  type BillTracking,
  billPositions,
  type HeldPosition,
  trackingStatuses,
} from '../record/bill.ts';
import type { BillSettingsInput, Settings } from './contract.ts';

export type BillSettings = Immutable<z.output<typeof Settings>>;
export type TrackingLevel = BillSettings['trackingLevels'][number];
type PositionLabel = BillSettings['positions'][number];

/** The settings as stored. */
export interface BillSettingsItem extends BillSettings, VersionedRecord {
  readonly type: 'bill-settings';
  readonly id: 'bill-settings';
}

/**
 * The settings of a tenant that has not changed them. Existing callers know these tabs
 * (docs/interface/billtracking.md#bill-settings).
 */
export const defaultSettings: BillSettings = {
  trackingLevels: [
    { trackingLevelId: 1, title: 'Priority', colorCode: '#B3261E', trackingStatus: 'PRIORITY' },
    { trackingLevelId: 2, title: 'Tracking', colorCode: '#1B6E3C', trackingStatus: 'TRACKING' },
    { trackingLevelId: 3, title: 'Watching', colorCode: '#1F5FA8', trackingStatus: 'WATCHING' },
    { trackingLevelId: 4, title: 'Archived', colorCode: '#6B7280', trackingStatus: 'ARCHIVED' },
    { trackingLevelId: 5, title: 'Not tracked', colorCode: '#9CA3AF', trackingStatus: 'NOT_TRACKED' },
  ],
  positions: [
    { position: 'SUPPORT', title: 'Support', colorCode: '#1B6E3C' },
    { position: 'OPPOSE', title: 'Oppose', colorCode: '#B3261E' },
    { position: 'NEUTRAL', title: 'Neutral', colorCode: '#1F5FA8' },
    { position: 'MONITOR', title: 'Monitor', colorCode: '#8A5A00' },
    { position: 'NO_POSITION', title: 'No position', colorCode: '#6B7280' },
  ],
  detailTabs: ['Summary', 'Votes', 'Versions', 'History', 'Staff Analysis', 'MACO Analysis'],
};

/** The level of a bill: its own if that still exists with the bill's status, else the first level of the status. */
export function resolveTrackingLevel(
  { trackingLevels }: BillSettings,
  { trackingStatus, trackingLevelId }: Pick<BillTracking, 'trackingStatus' | 'trackingLevelId'>,
): TrackingLevel {
  const levels = [...trackingLevels, ...defaultSettings.trackingLevels].filter(
    (level) => level.trackingStatus === trackingStatus,
  );
  const level = levels.find((candidate) => candidate.trackingLevelId === trackingLevelId) ?? levels[0];
  if (!level) throw new Error(`The tracking status ${trackingStatus} has no level`);
  return level;
}

/** The priority of a bill as the tenant calls it; the number where it has no title. */
export const priorityLabel = ({ priorities }: BillSettings, priority: number) =>
  (priorities ?? []).find((label) => label.priority === priority) ?? {
    priority,
    title: `Priority ${priority}`,
    colorCode: '#6B7280',
  };

/** The title and colour of a position that was taken: the tenant's own, as it is called now, or the general one. */
export function heldPositionLabel(
  settings: BillSettings,
  { position, own }: Pick<HeldPosition, 'position' | 'own'>,
): Pick<PositionLabel, 'title' | 'colorCode'> {
  const general = positionLabel(settings, position);
  const label = own && (settings.ownPositions ?? []).find(({ positionId }) => positionId === own.id);
  return label ?? { title: own?.title ?? general.title, colorCode: general.colorCode };
}

/** The title and colour of a position. */
export const positionLabel = ({ positions }: BillSettings, position: BillPosition): PositionLabel =>
  [...positions, ...defaultSettings.positions].find((label) => label.position === position) ?? {
    position,
    title: position,
    colorCode: '#6B7280',
  };

/** Reports the numbers of a list that an earlier entry has. */
const findRepeated = (list: string, field: string, numbers: readonly number[]): ErrorDetail[] =>
  numbers.flatMap((number, index) =>
    numbers.indexOf(number) === index
      ? []
      : [
          {
            code: 'DUPLICATE_VALUE' as const,
            message: `The ${field} ${number} is used twice in ${list}, but must be unique.`,
            target: `${list}[${index}].${field}`,
          },
        ],
  );

/**
 * Validates settings as a whole: unique ids, a level for every status, one label for every position, a known home
 * state.
 */
export function validateBillSettings({
  trackingLevels,
  positions,
  ownPositions = [],
  priorities = [],
  homeStateId,
}: BillSettings): ErrorDetail[] {
  const details = [
    ...validateStateId(homeStateId, 'homeStateId'),
    ...findRepeated(
      'ownPositions',
      'positionId',
      ownPositions.map(({ positionId }) => positionId),
    ),
    ...findRepeated(
      'priorities',
      'priority',
      priorities.map(({ priority }) => priority),
    ),
  ];
  for (const [index, { trackingLevelId }] of trackingLevels.entries())
    if (trackingLevels.findIndex((level) => level.trackingLevelId === trackingLevelId) < index)
      details.push({
        code: 'DUPLICATE_VALUE',
        message: `The trackingLevelId ${trackingLevelId} is used by two levels, but must be unique.`,
        target: `trackingLevels[${index}].trackingLevelId`,
      });
  for (const status of trackingStatuses)
    if (!trackingLevels.some(({ trackingStatus }) => trackingStatus === status))
      details.push({
        code: 'REQUIRED_FIELD',
        message: `trackingLevels must have at least one level of the trackingStatus ${status}.`,
        target: 'trackingLevels',
      });
  for (const position of billPositions) {
    const count = positions.filter((label) => label.position === position).length;
    if (count !== 1)
      details.push({
        code: count === 0 ? 'REQUIRED_FIELD' : 'DUPLICATE_VALUE',
        message: `positions must have ${position} exactly once, but has it ${count} times.`,
        target: 'positions',
      });
  }
  return details;
}

/** The settings as the interface returns them. */
export const presentSettings = (settings: BillSettings): BillSettings =>
  pick(settings, [
    ...(['trackingLevels', 'positions', 'ownPositions', 'priorities', 'detailTabs'] as const),
    ...(['rewritePercent', 'homeStateId'] as const),
  ]);

/** The next version of the settings, with the fields of the input changed. */
export function applySettingsInput(
  stored: BillSettingsItem | undefined,
  input: BillSettingsInput,
  now: Date,
): BillSettingsItem {
  const moment = now.toISOString();
  return {
    ...presentSettings(stored ?? defaultSettings),
    ...omitUndefined(input),
    type: 'bill-settings',
    id: 'bill-settings',
    version: (stored?.version ?? 0) + 1,
    createdDate: stored?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}
