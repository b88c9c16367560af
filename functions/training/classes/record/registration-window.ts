// When registration is open, in which phase, and how many seats are left: computed from the settings and the clock,
// never stored (docs/interface/training.md#registration-state).

import { type AttendanceMode, attendanceModes } from '../../attendance-mode.ts';
import type { RegistrantKind } from '../../registrant.ts';
import { type Phase, phases } from '../../registrations/record/registration.ts';
import type { ClassItem, PhaseSettings, SeatsItem } from './class.ts';
import { getModeLimit } from './separate-seats.ts';

export type RegistrationWindow = Pick<
  ClassItem,
  'registration' | 'startsAt' | 'endsAt' | 'sessions' | 'isCancelled'
>;

/** The states of registration (docs/interface/training.md#registration-state). */
export type RegistrationState =
  | 'Registration Not Setup'
  | 'Registration Scheduled'
  | 'Early Registration On'
  | 'Standard Registration On'
  | 'Late Registration On'
  | 'Early Sold Out'
  | 'Standard Sold Out'
  | 'Sold Out'
  | 'Registration Closed';

export const classStates = ['Upcoming', 'In Progress', 'Completed', 'Cancelled'] as const;
export type ClassState = (typeof classStates)[number];

/** When registration closes: the time that is set, the end of the last phase, or the start of the last session. */
export function getClosingTime({ registration, sessions, startsAt }: RegistrationWindow): Date {
  const lastBegins = sessions.at(-1)?.startsAt ?? startsAt;
  const lastPhase = registration.late ?? registration.standard;
  const ends = [registration.closesAt, lastPhase.endsAt, lastBegins].filter((end) => end !== undefined);
  return new Date(Math.min(...ends.map((end) => Date.parse(end))));
}

/** Whether registration is set up and open now. */
export function getWindowState(
  window: RegistrationWindow,
  now: Date,
): 'not set up' | 'scheduled' | 'open' | 'closed' {
  const { registration, isCancelled } = window;
  if (isCancelled) return 'closed';
  if (!registration.isTurnedOn) return 'not set up';
  if (now >= getClosingTime(window)) return 'closed';
  if (registration.opensAt !== undefined && now < new Date(registration.opensAt)) return 'scheduled';
  return 'open';
}

/** The phase at a moment while registration is open: early until it ends, then standard, then late. */
export function phaseAt({ registration }: RegistrationWindow, now: Date): Phase {
  const definedPhases = phases.filter((phase) => registration[phase] !== undefined);
  const running = definedPhases.find((phase) => {
    const endsAt = registration[phase]?.endsAt;
    return endsAt === undefined || now < new Date(endsAt);
  });
  return running ?? definedPhases.at(-1) ?? 'standard';
}

const getPhaseSettings = ({ registration }: RegistrationWindow, phase: Phase): PhaseSettings =>
  registration[phase] ?? registration.standard;

/** The price of a seat for a kind of registrant in a phase. */
export const getFee = (window: RegistrationWindow, phase: Phase, kind: RegistrantKind): number =>
  getPhaseSettings(window, phase)[kind === 'member' ? 'memberFee' : 'nonMemberFee'];

/** The seat limits of a phase: of one kind, and of both together. */
export function getSeatLimits(window: RegistrationWindow, phase: Phase, kind: RegistrantKind) {
  const settings = getPhaseSettings(window, phase);
  return {
    ofKind: (kind === 'member' ? settings.memberSeats : settings.nonMemberSeats) ?? Number.MAX_SAFE_INTEGER,
    ofAll: window.registration.capacity ?? Number.MAX_SAFE_INTEGER,
  };
}

/** Seats left of one way to attend, whatever the other limits. */
const modeSeatsLeft = (
  { registration }: RegistrationWindow,
  seats: SeatsItem,
  mode: AttendanceMode,
): number =>
  Math.max(
    0,
    getModeLimit(registration, mode) - ((mode === 'onSite' ? seats.takenOnSite : seats.takenOnline) ?? 0),
  );

/**
 * Seats left for a kind in a phase; Infinity when unlimited. Where seats are separate, those of one way to attend, or
 * of both together.
 */
export function seatsLeft(
  window: RegistrationWindow,
  seats: SeatsItem,
  phase: Phase,
  kind: RegistrantKind,
  mode?: AttendanceMode,
): number {
  const { ofKind, ofAll } = getSeatLimits(window, phase, kind);
  const modes: readonly AttendanceMode[] = mode === undefined ? attendanceModes : [mode];
  const left = Math.min(
    ofKind - (kind === 'member' ? seats.takenMember : seats.takenNonMember),
    ofAll - seats.taken,
    window.registration.separateSeats
      ? modes.reduce((sum, each) => sum + modeSeatsLeft(window, seats, each), 0)
      : Number.POSITIVE_INFINITY,
  );
  return left > Number.MAX_SAFE_INTEGER / 2 ? Number.POSITIVE_INFINITY : Math.max(0, left);
}

const openStates = {
  early: 'Early Registration On',
  standard: 'Standard Registration On',
  late: 'Late Registration On',
} as const satisfies Record<Phase, RegistrationState>;

/** The registration state. When another phase follows a full one, only the phase is sold out. */
export function registrationState(
  window: RegistrationWindow,
  seats: SeatsItem,
  now: Date,
): RegistrationState {
  const open = getWindowState(window, now);
  if (open === 'not set up') return 'Registration Not Setup';
  if (open === 'scheduled') return 'Registration Scheduled';
  if (open === 'closed') return 'Registration Closed';
  const phase = phaseAt(window, now);
  const kinds: RegistrantKind[] = window.registration.nonMembersAllowed
    ? ['member', 'nonMember']
    : ['member'];
  if (kinds.some((kind) => seatsLeft(window, seats, phase, kind) > 0)) return openStates[phase];
  const isAllFull = seats.taken >= (window.registration.capacity ?? Number.POSITIVE_INFINITY);
  const { standard, late } = window.registration;
  if (!isAllFull && phase === 'early' && standard) return 'Early Sold Out';
  if (!isAllFull && phase === 'standard' && late) return 'Standard Sold Out';
  return 'Sold Out';
}

export function classState(
  { isCancelled, startsAt, endsAt }: Pick<ClassItem, 'isCancelled' | 'startsAt' | 'endsAt'>,
  now: Date,
): ClassState {
  if (isCancelled) return 'Cancelled';
  if (now < new Date(startsAt)) return 'Upcoming';
  return now < new Date(endsAt) ? 'In Progress' : 'Completed';
}
