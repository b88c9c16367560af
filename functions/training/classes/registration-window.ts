// When one can register for a class, in which phase, and for whom there is room: computed from the settings and the
// clock, never stored (docs/interface/training.md#registration-state).
import {
  type ClassItem,
  type Phase,
  type PhaseSettings,
  phases,
  type RegistrantKind,
  type SeatsItem,
} from './class.ts';

type RegistrationWindow = Pick<
  ClassItem,
  'registration' | 'startsAt' | 'endsAt' | 'sessions' | 'isCancelled'
>;

/** The words callers read (docs/interface/training.md#registration-state). */
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

/** Where a class stands in time. */
export const classStates = ['Upcoming', 'In Progress', 'Completed', 'Cancelled'] as const;
export type ClassState = (typeof classStates)[number];

/** From when on nobody registers any more: the end that is set, or the beginning of the last session. */
export function getClosingTime({ registration, sessions, startsAt }: RegistrationWindow): Date {
  const lastBegins = sessions.at(-1)?.startsAt ?? startsAt;
  const { closesAt } = registration;
  return new Date(closesAt !== undefined && closesAt < lastBegins ? closesAt : lastBegins);
}

/** Whether registration is open, not yet, or no longer. */
export function getWindowState(
  of: RegistrationWindow,
  now: Date,
): 'not set up' | 'scheduled' | 'open' | 'closed' {
  const { registration, isCancelled } = of;
  if (isCancelled) return 'closed';
  if (!registration.isTurnedOn) return 'not set up';
  if (now >= getClosingTime(of)) return 'closed';
  if (registration.opensAt !== undefined && now < new Date(registration.opensAt)) return 'scheduled';
  return 'open';
}

/** The phase of a moment while registration is open: early until it ends, then standard until it ends, then late. */
export function phaseAt({ registration }: RegistrationWindow, now: Date): Phase {
  const there = phases.filter((phase) => registration[phase] !== undefined);
  const running = there.find((phase) => {
    const endsAt = registration[phase]?.endsAt;
    return endsAt === undefined || now < new Date(endsAt);
  });
  return running ?? there.at(-1) ?? 'standard';
}

/** The settings of a phase. */
const getPhaseSettings = ({ registration }: RegistrationWindow, phase: Phase): PhaseSettings =>
  registration[phase] ?? registration.standard;

/** What a kind of registrant pays in a phase. */
export const getFee = (of: RegistrationWindow, phase: Phase, kind: RegistrantKind): number =>
  getPhaseSettings(of, phase)[kind === 'member' ? 'memberFee' : 'nonMemberFee'];

/** The limits that a seat for this kind is held to, in a phase: of the kind, and of all together. */
export function getSeatLimits(of: RegistrationWindow, phase: Phase, kind: RegistrantKind) {
  const settings = getPhaseSettings(of, phase);
  return {
    ofKind: (kind === 'member' ? settings.memberSeats : settings.nonMemberSeats) ?? Number.MAX_SAFE_INTEGER,
    ofAll: of.registration.capacity ?? Number.MAX_SAFE_INTEGER,
  };
}

/** Seats that are left for a kind in a phase; Infinity where nothing limits them. */
export function seatsLeft(
  of: RegistrationWindow,
  seats: SeatsItem,
  phase: Phase,
  kind: RegistrantKind,
): number {
  const { ofKind, ofAll } = getSeatLimits(of, phase, kind);
  const left = Math.min(
    ofKind - (kind === 'member' ? seats.takenMember : seats.takenNonMember),
    ofAll - seats.taken,
  );
  return left > Number.MAX_SAFE_INTEGER / 2 ? Number.POSITIVE_INFINITY : Math.max(0, left);
}

const openStates = {
  early: 'Early Registration On',
  standard: 'Standard Registration On',
  late: 'Late Registration On',
} as const satisfies Record<Phase, RegistrationState>;

/** The state of registration as callers read it. Sold out in a phase that another follows is that phase's alone. */
export function registrationState(of: RegistrationWindow, seats: SeatsItem, now: Date): RegistrationState {
  const open = getWindowState(of, now);
  if (open === 'not set up') return 'Registration Not Setup';
  if (open === 'scheduled') return 'Registration Scheduled';
  if (open === 'closed') return 'Registration Closed';
  const phase = phaseAt(of, now);
  const kinds: RegistrantKind[] = of.registration.nonMembersAllowed ? ['member', 'nonMember'] : ['member'];
  if (kinds.some((kind) => seatsLeft(of, seats, phase, kind) > 0)) return openStates[phase];
  const isAllFull = seats.taken >= (of.registration.capacity ?? Number.POSITIVE_INFINITY);
  const { standard, late } = of.registration;
  if (!isAllFull && phase === 'early' && standard) return 'Early Sold Out';
  if (!isAllFull && phase === 'standard' && late) return 'Standard Sold Out';
  return 'Sold Out';
}

/** The state of a class at a moment. */
export function classState(
  { isCancelled, startsAt, endsAt }: Pick<ClassItem, 'isCancelled' | 'startsAt' | 'endsAt'>,
  now: Date,
): ClassState {
  if (isCancelled) return 'Cancelled';
  if (now < new Date(startsAt)) return 'Upcoming';
  return now < new Date(endsAt) ? 'In Progress' : 'Completed';
}
