// What an import of a monitor list makes of one bill (docs/interface/billtracking.md#monitor-lists).
import type { BillPosition, BillTracking } from '../../bills/record/bill.ts';
import type { TrackingInput } from '../../bills/tracking/tracking.ts';
import type { AppliedStance, MonitoredBill } from '../record/monitored-bill.ts';
import type { Stance } from '../record/stance.ts';

type TrackedStatus = 'TRACKING' | 'WATCHING' | 'PRIORITY';

interface ByStance<T> {
  readonly watch?: T | null | undefined;
  readonly support?: T | null | undefined;
  readonly oppose?: T | null | undefined;
}

export interface MonitorListOptions {
  readonly positions?: ByStance<BillPosition> | null | undefined;
  readonly trackingStatuses?: ByStance<TrackedStatus> | null | undefined;
  /** KEEP by default. */
  readonly removed?: 'KEEP' | 'NOT_TRACKED' | 'ARCHIVED' | undefined;
}

const defaults: Readonly<Record<Stance, AppliedStance>> = {
  WATCH: { position: 'MONITOR', trackingStatus: 'WATCHING' },
  SUPPORT: { position: 'SUPPORT', trackingStatus: 'TRACKING' },
  OPPOSE: { position: 'OPPOSE', trackingStatus: 'TRACKING' },
};
const names = { WATCH: 'watch', SUPPORT: 'support', OPPOSE: 'oppose' } as const satisfies Record<
  Stance,
  string
>;

/** What a stance becomes here. */
export const mapStance = (stance: Stance, { positions, trackingStatuses }: MonitorListOptions) => ({
  position: positions?.[names[stance]] ?? defaults[stance].position,
  trackingStatus: trackingStatuses?.[names[stance]] ?? defaults[stance].trackingStatus,
});

/** The change of a bill's tracking, and what is then recorded as applied. */
interface TrackingPlan {
  readonly input: TrackingInput;
  /** Undefined once the list no longer decides about the bill. */
  readonly applied: AppliedStance | undefined;
}

/**
 * The plan for a bill; undefined when nothing is to be done. A stance is applied once, so that what the tenant decides here later
 * stays until the stance changes. A bill that the account no longer monitors is changed only when that is asked for, when an import
 * tracked it, and while it is tracked.
 */
export function planTracking(
  { stance, removedDate, applied }: Pick<MonitoredBill, 'stance' | 'removedDate' | 'applied'>,
  { trackingStatus: current }: Pick<BillTracking, 'trackingStatus'>,
  options: MonitorListOptions,
): TrackingPlan | undefined {
  const { removed = 'KEEP' } = options;
  if (removedDate !== undefined) {
    const isTracked = current !== 'NOT_TRACKED' && current !== 'ARCHIVED';
    if (removed === 'KEEP' || !applied || !isTracked) return undefined;
    return { input: { trackingStatus: removed }, applied: undefined };
  }
  const target = mapStance(stance, options);
  if (applied?.position === target.position && applied.trackingStatus === target.trackingStatus)
    return undefined;
  const followsList = current === 'NOT_TRACKED' || current === applied?.trackingStatus;
  return {
    input: {
      ...((!applied || applied.position !== target.position) && { position: target.position }),
      ...(followsList && { trackingStatus: target.trackingStatus }),
    },
    applied: target,
  };
}
