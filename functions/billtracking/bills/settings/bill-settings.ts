// What a tenant calls its tracking levels and positions, and the colours it shows them in
// (docs/interface/billtracking.md#bill-settings).
//
// The interface has both: callers read tracking levels as objects of the tenant's (id, title, colour), the documented
// enumeration has five statuses. So each level belongs to a status, and each status has at least one level.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import {
  type BillPosition,
  type BillTracking,
  billPositions,
  type TrackingStatus,
  trackingStatuses,
} from '../bill.ts';

export interface TrackingLevel {
  readonly trackingLevelId: number;
  readonly title: string;
  /** `#RRGGBB`. */
  readonly colorCode: string;
  readonly trackingStatus: TrackingStatus;
}

interface PositionLabel {
  readonly position: BillPosition;
  readonly title: string;
  readonly colorCode: string;
}

export interface BillSettings {
  /** In the order they are offered; the first of a status is the one a bill has unless told. */
  readonly trackingLevels: readonly TrackingLevel[];
  /** One for each position. */
  readonly positions: readonly PositionLabel[];
  /** The names of the tabs of a bill's page, in their order. */
  readonly detailTabs: readonly string[];
  /** The state whose officials are shown: FIPS code; unknown until it is set. */
  readonly homeStateId?: number | undefined;
}

/** The settings as the table holds them. */
export interface BillSettingsItem extends BillSettings {
  readonly type: 'bill-settings';
  readonly id: 'bill-settings';
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/**
 * What holds until a tenant says otherwise. The tabs are those that existing callers know
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

/**
 * The level a bill is shown with: its own, as long as there is one of its status, else the first of its status.
 */
export function resolveTrackingLevel(
  { trackingLevels }: BillSettings,
  { trackingStatus, trackingLevelId }: Pick<BillTracking, 'trackingStatus' | 'trackingLevelId'>,
): TrackingLevel {
  const ofStatus = [...trackingLevels, ...defaultSettings.trackingLevels].filter(
    (level) => level.trackingStatus === trackingStatus,
  );
  const level = ofStatus.find((one) => one.trackingLevelId === trackingLevelId) ?? ofStatus[0];
  if (!level) throw new Error(`${trackingStatus} has no level`);
  return level;
}

/** How a position is shown. */
export const positionLabel = ({ positions }: BillSettings, position: BillPosition): PositionLabel =>
  [...positions, ...defaultSettings.positions].find((label) => label.position === position) ?? {
    position,
    title: position,
    colorCode: '#6B7280',
  };

/**
 * What is wrong with settings as a whole: ids and positions once, a level for every status, a label for every position, a
 * home state that there is.
 */
export function validateBillSettings({
  trackingLevels,
  positions,
  homeStateId,
}: BillSettings): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (homeStateId !== undefined && !stateById(homeStateId))
    faults.push({
      code: 'UNKNOWN_VALUE',
      message: `homeStateId must be the FIPS code of a state, but was ${homeStateId}.`,
      target: 'homeStateId',
    });
  for (const [at, { trackingLevelId }] of trackingLevels.entries())
    if (trackingLevels.findIndex((level) => level.trackingLevelId === trackingLevelId) < at)
      faults.push({
        code: 'DUPLICATE_VALUE',
        message: `The trackingLevelId ${trackingLevelId} is given to two levels.`,
        target: `trackingLevels[${at}].trackingLevelId`,
      });
  for (const status of trackingStatuses)
    if (!trackingLevels.some(({ trackingStatus }) => trackingStatus === status))
      faults.push({
        code: 'REQUIRED_FIELD',
        message: `trackingLevels must have at least one level of the trackingStatus ${status}.`,
        target: 'trackingLevels',
      });
  for (const position of billPositions) {
    const many = positions.filter((label) => label.position === position).length;
    if (many !== 1)
      faults.push({
        code: many === 0 ? 'REQUIRED_FIELD' : 'DUPLICATE_VALUE',
        message: `positions must have ${position} once, but has it ${many} times.`,
        target: 'positions',
      });
  }
  return faults;
}

/** The settings with what was sent changed, at the next version. */
export function applySettingsInput(
  kept: BillSettingsItem | undefined,
  sent: { readonly [K in keyof BillSettings]?: BillSettings[K] | undefined },
  now: Date,
): BillSettingsItem {
  const before = kept ?? defaultSettings;
  const moment = now.toISOString();
  return {
    trackingLevels: sent.trackingLevels ?? before.trackingLevels,
    positions: sent.positions ?? before.positions,
    detailTabs: sent.detailTabs ?? before.detailTabs,
    homeStateId: sent.homeStateId ?? before.homeStateId,
    type: 'bill-settings',
    id: 'bill-settings',
    version: (kept?.version ?? 0) + 1,
    createdDate: kept?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** The settings as the interface shows them. */
export const presentSettings = ({
  trackingLevels,
  positions,
  detailTabs,
  homeStateId,
}: BillSettings): BillSettings => ({
  trackingLevels,
  positions,
  detailTabs,
  ...(homeStateId !== undefined && { homeStateId }),
});
