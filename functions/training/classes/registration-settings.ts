// The rules of a class's registration settings: what they are where nothing was said, and what must hold between them.
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { resolveLocalTime } from '../../../shared/time/local-time.ts';
import { inputOrCurrent } from '../input-values.ts';
import type { RegistrationDefaults } from '../settings/defaults/training-settings.ts';
import type { SeatLimits } from './class.ts';
import {
  type Phase,
  type PhaseSettings,
  phases,
  type RegistrationSettings,
  type SeatsItem,
} from './class.ts';
import type { PhaseInput, RegistrationSettingsInput } from './class-request.ts';

const hasOffset = (moment: string): boolean => /(Z|[+-]\d\d:?\d\d)$/i.test(moment);

/** The instant of what was sent: to the letter with an offset, else by the clocks of the time zone. */
const toInstant = (sent: string, timeZone: string): string =>
  hasOffset(sent) ? new Date(sent).toISOString() : resolveLocalTime(sent, timeZone).instant;

const applyMomentInput = (sent: string | null | undefined, kept: string | undefined, timeZone: string) =>
  sent ? toInstant(sent, timeZone) : inputOrCurrent(sent, kept);

function applyPhaseInput(
  sent: PhaseInput | null | undefined,
  kept: PhaseSettings | undefined,
  timeZone: string,
): PhaseSettings | undefined {
  if (sent === undefined) return kept;
  if (sent === null) return undefined;
  return {
    endsAt: applyMomentInput(sent.endsAt, kept?.endsAt, timeZone),
    memberSeats: inputOrCurrent(sent.memberSeats, kept?.memberSeats),
    nonMemberSeats: inputOrCurrent(sent.nonMemberSeats, kept?.nonMemberSeats),
    memberFee: inputOrCurrent(sent.memberFee, kept?.memberFee) ?? 0,
    nonMemberFee: inputOrCurrent(sent.nonMemberFee, kept?.nonMemberFee) ?? 0,
  };
}

const freePhase: PhaseSettings = { memberFee: 0, nonMemberFee: 0 };

/**
 * The settings with what was sent laid over those kept; a new class begins with the tenant's. Registration is turned on
 * as soon as anything is said of it, unless it is said not to be.
 */
export function applyRegistrationInput(
  sent: RegistrationSettingsInput | null | undefined,
  kept: RegistrationSettings | undefined,
  defaults: RegistrationDefaults,
  timeZone: string,
): RegistrationSettings {
  const wish = sent ?? {};
  const { waitlistSize, offerHours, pendingHoldsSeat, mayReapplyAfterDenial } = kept ?? defaults;
  return {
    isTurnedOn: wish.isTurnedOn ?? kept?.isTurnedOn ?? (sent !== undefined && sent !== null),
    opensAt: applyMomentInput(wish.opensAt, kept?.opensAt, timeZone),
    closesAt: applyMomentInput(wish.closesAt, kept?.closesAt, timeZone),
    nonMembersAllowed: wish.nonMembersAllowed ?? kept?.nonMembersAllowed ?? false,
    capacity: inputOrCurrent(wish.capacity, kept?.capacity),
    early: applyPhaseInput(wish.early, kept?.early, timeZone),
    standard: applyPhaseInput(wish.standard, kept?.standard ?? freePhase, timeZone) ?? freePhase,
    late: applyPhaseInput(wish.late, kept?.late, timeZone),
    waitlistSize: wish.waitlistSize ?? waitlistSize,
    offerHours: wish.offerHours ?? offerHours,
    pendingHoldsSeat: wish.pendingHoldsSeat ?? pendingHoldsSeat,
    mayReapplyAfterDenial: wish.mayReapplyAfterDenial ?? mayReapplyAfterDenial,
    approvalChainId: inputOrCurrent(wish.approvalChainId, kept?.approvalChainId),
  };
}

const settingError = (code: ErrorDetail['code'], target: string, message: string): ErrorDetail => ({
  code,
  message,
  target: `registration.${target}`,
});

type ActivePhases = readonly (readonly [Phase, PhaseSettings])[];

const listActivePhases = (registration: RegistrationSettings): ActivePhases =>
  phases.flatMap((phase) => {
    const settings = registration[phase];
    return settings ? [[phase, settings] as const] : [];
  });

/** Each phase but the last needs an end, and each ends after the one before. */
function validatePhaseOrder(present: ActivePhases): ErrorDetail[] {
  return present.flatMap(([phase, { endsAt }], at): ErrorDetail[] => {
    const isLast = at === present.length - 1;
    if (endsAt === undefined && !isLast)
      return [
        settingError(
          'REQUIRED_FIELD',
          `${phase}.endsAt`,
          `The ${phase} phase needs an end, as another follows.`,
        ),
      ];
    const [earlier, before] = present[at - 1] ?? [];
    if (endsAt === undefined || before?.endsAt === undefined || endsAt > before.endsAt) return [];
    const message = `The ${phase} phase must end after the ${earlier} phase, which ends at ${before.endsAt}.`;
    return [settingError('OUT_OF_RANGE', `${phase}.endsAt`, message)];
  });
}

/** Limits count all seats taken so far: they don't shrink from phase to phase, nor pass the capacity. */
function validateSeatLimits(present: ActivePhases, capacity: number | undefined): ErrorDetail[] {
  return present.flatMap(([phase, settings], at) =>
    (['memberSeats', 'nonMemberSeats'] as const).flatMap((kind): ErrorDetail[] => {
      const limit = settings[kind];
      if (limit === undefined) return [];
      const [earlier, before] = present[at - 1] ?? [];
      const least = before?.[kind] ?? 0;
      const target = `${phase}.${kind}`;
      return [
        ...(limit < least
          ? [
              settingError(
                'OUT_OF_RANGE',
                target,
                `${target} counts the seats of the phases before: at least ${least}, as in ${earlier}.`,
              ),
            ]
          : []),
        ...(capacity !== undefined && limit > capacity
          ? [
              settingError(
                'OUT_OF_RANGE',
                target,
                `${target} can't be more than the capacity of ${capacity}, but is ${limit}.`,
              ),
            ]
          : []),
      ];
    }),
  );
}

/**
 * Everything that is wrong with the settings of a class's registration.
 * @param lastBegins when its last session begins: nobody registers after that
 */
export function validateRegistrationSettings(
  registration: RegistrationSettings,
  lastBegins: string,
): ErrorDetail[] {
  const { opensAt, closesAt, capacity } = registration;
  const present = listActivePhases(registration);
  const opens = opensAt ?? '';
  return [
    ...(closesAt !== undefined && closesAt <= opens
      ? [settingError('OUT_OF_RANGE', 'closesAt', `Registration must close after it opens at ${opens}.`)]
      : []),
    ...(opens !== '' && opens >= lastBegins
      ? [
          settingError(
            'OUT_OF_RANGE',
            'opensAt',
            `Registration must open before the last session begins at ${lastBegins}.`,
          ),
        ]
      : []),
    ...present.flatMap(([phase, { endsAt }]): ErrorDetail[] => {
      if (endsAt === undefined) return [];
      const target = `${phase}.endsAt`;
      if (endsAt <= opens)
        return [
          settingError(
            'OUT_OF_RANGE',
            target,
            `The ${phase} phase must end after registration opens at ${opens}.`,
          ),
        ];
      return closesAt !== undefined && endsAt > closesAt
        ? [
            settingError(
              'OUT_OF_RANGE',
              target,
              `The ${phase} phase can't end after registration closes at ${closesAt}.`,
            ),
          ]
        : [];
    }),
    ...validatePhaseOrder(present),
    ...validateSeatLimits(present, capacity),
  ];
}

const unlimited = Number.MAX_SAFE_INTEGER;

/** The most seats that may ever be taken, whichever phase it is. */
export function computeSeatLimits(registration: RegistrationSettings): SeatLimits {
  const most = (kind: 'memberSeats' | 'nonMemberSeats') =>
    Math.max(...listActivePhases(registration).map(([, settings]) => settings[kind] ?? unlimited));
  return {
    total: registration.capacity ?? unlimited,
    member: most('memberSeats'),
    nonMember: most('nonMemberSeats'),
  };
}

/** Why settings can't be: more seats are taken than they allow. Empty when they can. */
export function describeExceededLimits(limits: SeatLimits, seats: SeatsItem): string[] {
  const over = (taken: number, limit: number, whose: string): string[] =>
    taken > limit ? [`${taken} seats are taken${whose}, so there can't be only ${limit}.`] : [];
  return [
    ...over(seats.taken, limits.total, ''),
    ...over(seats.takenMember, limits.member, ' by members'),
    ...over(seats.takenNonMember, limits.nonMember, ' by non-members'),
  ];
}
