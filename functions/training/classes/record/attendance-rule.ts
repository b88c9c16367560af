// How the attended part of a class becomes credits: the rule of a class, as a value and as pure functions
// (docs/interface/training.md#attendance-per-session).
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { toHundredths } from '../../../../shared/money/amount.ts';
import type { ClassSession } from './class.ts';

/** How long before a session a person can check in, in milliseconds. */
export const checkInOpens = 3_600_000;

export const attendanceRuleKinds = ['threshold', 'proportional'] as const;
export const roundingModes = ['down', 'nearest'] as const;
export const roundingSteps = [0.01, 0.1, 0.25, 0.5, 1] as const;

/** The rule of a class. */
export interface AttendanceRule {
  /** `threshold`: all credits from the minimum share on. `proportional`: as large a part of them as was attended. */
  readonly kind: (typeof attendanceRuleKinds)[number];
  /** In percent of the length of all sessions, 1 to 100, whole. Who attended less did not attend the class. */
  readonly minimumShare: number;
  /** The credits of a proportional rule are rounded to a multiple of this. */
  readonly roundingStep: (typeof roundingSteps)[number];
  readonly roundingMode: (typeof roundingModes)[number];
}

/** A stored rule. */
export interface AttendanceRuleItem extends AttendanceRule, VersionedRecord {
  readonly type: 'attendance-rule';
  readonly id: string;
  readonly classId: string;
}

export const attendanceRuleKey = (tenant: TenantStore, classId: string): Key<AttendanceRuleItem> =>
  tenant.key(`CLASS#${classId}`, 'ATTENDANCE-RULE');

/** How long before a session an entry may have been made, in milliseconds: an hour, and its start may be put off on the same day. */
export const earliestEntry = 12 * 3_600_000;

/** The entries that count. One that was made long before its session begins was made before the session was moved to another day. */
export const selectValidEntries = <E extends { readonly sessionId: string; readonly at: string }>(
  sessions: readonly Pick<ClassSession, 'id' | 'startsAt'>[],
  entries: readonly E[] | undefined = [],
): readonly E[] =>
  entries.filter(({ sessionId, at }) => {
    const session = sessions.find(({ id }) => id === sessionId);
    return !session || Date.parse(at) >= Date.parse(session.startsAt) - earliestEntry;
  });

/** How much of a class somebody attended, in minutes. */
export interface AttendedShare {
  readonly attended: number;
  readonly total: number;
}

/** The length of a session in minutes. */
export const sessionMinutes = ({ startsAt, endsAt }: Pick<ClassSession, 'startsAt' | 'endsAt'>): number =>
  Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);

/** The share of the sessions; undefined while one of them has no entry. */
export function computeShare(
  sessions: readonly ClassSession[],
  entries: readonly { readonly sessionId: string; readonly minutes: number }[],
): AttendedShare | undefined {
  const minutes = sessions.map(({ id }) => entries.find(({ sessionId }) => sessionId === id)?.minutes);
  if (minutes.some((entry) => entry === undefined)) return undefined;
  return {
    // A session that became shorter can't have been attended for longer.
    attended: sessions.reduce(
      (sum, session, index) => sum + Math.min(minutes[index] ?? 0, sessionMinutes(session)),
      0,
    ),
    total: sessions.reduce((sum, session) => sum + sessionMinutes(session), 0),
  };
}

/** Whether enough was attended. */
export const meetsMinimum = ({ minimumShare }: AttendanceRule, { attended, total }: AttendedShare): boolean =>
  attended * 100 >= minimumShare * total;

/** The credits that a share of a class earns, of those that the whole class earns. Computed in whole hundredths. */
export function creditsForShare(rule: AttendanceRule, share: AttendedShare, credits: number): number {
  if (!meetsMinimum(rule, share)) return 0;
  if (rule.kind === 'threshold' || share.attended >= share.total) return credits;
  const step = toHundredths(rule.roundingStep);
  const part = toHundredths(credits) * share.attended;
  const unit = share.total * step;
  const steps =
    rule.roundingMode === 'down' ? Math.floor(part / unit) : Math.floor((2 * part + unit) / (2 * unit));
  // Rounding up must not grant more than the class earns.
  return Math.min(toHundredths(credits), steps * step) / 100;
}
