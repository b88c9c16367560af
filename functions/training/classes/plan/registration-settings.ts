// The registration settings of a class: how input changes them, and what must hold between them.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { resolveLocalTime } from '../../../../shared/time/local-time.ts';
import { attendanceModes } from '../../attendance-mode.ts';
import { inputOrCurrent } from '../../input-values.ts';
import { termsOrCurrent } from '../../prices/cancellation-terms.ts';
import { type Phase, phases } from '../../registrations/record/registration.ts';
import type { RegistrationDefaults } from '../../training-settings.ts';
import type {
  LocationType,
  PhaseSettings,
  RegistrationSettings,
  SeatLimits,
  SeatsItem,
  SeparateSeats,
} from '../record/class.ts';
import { getModeLimit } from '../record/separate-seats.ts';
import type { PhaseInput, RegistrationSettingsInput } from './class-request.ts';

const hasOffset = (moment: string): boolean => /(Z|[+-]\d\d:?\d\d)$/i.test(moment);

/** An instant as it is when it has an offset, otherwise a local time in the time zone. */
const toInstant = (input: string, timeZone: string): string =>
  hasOffset(input) ? new Date(input).toISOString() : resolveLocalTime(input, timeZone).instant;

const applyMomentInput = (input: string | null | undefined, current: string | undefined, timeZone: string) =>
  input ? toInstant(input, timeZone) : inputOrCurrent(input, current);

function applyPhaseInput(
  input: PhaseInput | null | undefined,
  current: PhaseSettings | undefined,
  timeZone: string,
): PhaseSettings | undefined {
  if (input === undefined) return current;
  if (input === null) return undefined;
  return {
    endsAt: applyMomentInput(input.endsAt, current?.endsAt, timeZone),
    memberSeats: inputOrCurrent(input.memberSeats, current?.memberSeats),
    nonMemberSeats: inputOrCurrent(input.nonMemberSeats, current?.nonMemberSeats),
    memberFee: inputOrCurrent(input.memberFee, current?.memberFee) ?? 0,
    nonMemberFee: inputOrCurrent(input.nonMemberFee, current?.nonMemberFee) ?? 0,
  };
}

/** Seats become separate for those who registered before, too: they attend as the class took place then. */
function applySeparateSeatsInput(
  input: RegistrationSettingsInput['separateSeats'],
  current: SeparateSeats | undefined,
  locationBefore: LocationType | undefined,
): SeparateSeats | undefined {
  if (input === undefined) return current;
  if (input === null) return undefined;
  return {
    onSite: inputOrCurrent(input.onSite, current?.onSite),
    online: inputOrCurrent(input.online, current?.online),
    earlier: current?.earlier ?? (locationBefore === 'online' ? 'online' : 'onSite'),
  };
}

const freePhase: PhaseSettings = { memberFee: 0, nonMemberFee: 0 };

/**
 * The current settings with the input applied; a new class starts with the tenant's defaults. Any input turns
 * registration on, unless it says otherwise.
 */
export function applyRegistrationInput(
  input: RegistrationSettingsInput | null | undefined,
  current: RegistrationSettings | undefined,
  defaults: RegistrationDefaults,
  {
    timeZone,
    locationBefore,
  }: { readonly timeZone: string; readonly locationBefore?: LocationType | undefined },
): RegistrationSettings {
  const values = input ?? {};
  const { waitlistSize, offerHours, pendingHoldsSeat, mayReapplyAfterDenial } = current ?? defaults;
  return {
    isTurnedOn: values.isTurnedOn ?? current?.isTurnedOn ?? (input !== undefined && input !== null),
    opensAt: applyMomentInput(values.opensAt, current?.opensAt, timeZone),
    closesAt: applyMomentInput(values.closesAt, current?.closesAt, timeZone),
    nonMembersAllowed: values.nonMembersAllowed ?? current?.nonMembersAllowed ?? false,
    capacity: inputOrCurrent(values.capacity, current?.capacity),
    early: applyPhaseInput(values.early, current?.early, timeZone),
    standard: applyPhaseInput(values.standard, current?.standard ?? freePhase, timeZone) ?? freePhase,
    late: applyPhaseInput(values.late, current?.late, timeZone),
    separateSeats: applySeparateSeatsInput(values.separateSeats, current?.separateSeats, locationBefore),
    waitlistSize: values.waitlistSize ?? waitlistSize,
    offerHours: values.offerHours ?? offerHours,
    pendingHoldsSeat: values.pendingHoldsSeat ?? pendingHoldsSeat,
    mayReapplyAfterDenial: values.mayReapplyAfterDenial ?? mayReapplyAfterDenial,
    taxRateId: inputOrCurrent(values.taxRateId, current?.taxRateId),
    cancellation: termsOrCurrent(values.cancellation, current?.cancellation),
    approvalChainId: inputOrCurrent(values.approvalChainId, current?.approvalChainId),
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

/** Each phase but the last needs an end, and each must end after the one before. */
function validatePhaseOrder(activePhases: ActivePhases): ErrorDetail[] {
  return activePhases.flatMap(([phase, { endsAt }], index): ErrorDetail[] => {
    const isLast = index === activePhases.length - 1;
    if (endsAt === undefined && !isLast)
      return [
        settingError(
          'REQUIRED_FIELD',
          `${phase}.endsAt`,
          `The ${phase} phase needs an end, because another phase follows.`,
        ),
      ];
    const [earlier, before] = activePhases[index - 1] ?? [];
    if (endsAt === undefined || before?.endsAt === undefined || endsAt > before.endsAt) return [];
    const message = `The ${phase} phase must end after the ${earlier} phase, which ends at ${before.endsAt}.`;
    return [settingError('OUT_OF_RANGE', `${phase}.endsAt`, message)];
  });
}

/** Limits count all seats taken so far: they can't decrease from phase to phase or exceed the capacity. */
function validateSeatLimits(activePhases: ActivePhases, capacity: number | undefined): ErrorDetail[] {
  return activePhases.flatMap(([phase, settings], index) =>
    (['memberSeats', 'nonMemberSeats'] as const).flatMap((kind): ErrorDetail[] => {
      const limit = settings[kind];
      if (limit === undefined) return [];
      const [earlier, before] = activePhases[index - 1] ?? [];
      const least = before?.[kind] ?? 0;
      const target = `${phase}.${kind}`;
      return [
        ...(limit < least
          ? [
              settingError(
                'OUT_OF_RANGE',
                target,
                `${target} includes the seats of earlier phases: it must be at least ${least}, as in ${earlier}.`,
              ),
            ]
          : []),
        ...(capacity !== undefined && limit > capacity
          ? [
              settingError(
                'OUT_OF_RANGE',
                target,
                `${target} can't exceed the capacity of ${capacity}, but is ${limit}.`,
              ),
            ]
          : []),
      ];
    }),
  );
}

/** Only a class on site and online has separate seats, and none of them exceeds the capacity. */
function validateSeparateSeats(
  { separateSeats, capacity }: RegistrationSettings,
  locationType: LocationType,
): ErrorDetail[] {
  if (!separateSeats) return [];
  if (locationType !== 'onlocationandonline')
    return [
      settingError(
        'NOT_ALLOWED',
        'separateSeats',
        `Only a class with the location type onlocationandonline has separate seats, but locationType is ${locationType}.`,
      ),
    ];
  return attendanceModes.flatMap((mode) => {
    const limit = separateSeats[mode];
    if (capacity === undefined || limit === undefined || limit <= capacity) return [];
    const target = `separateSeats.${mode}`;
    const message = `${target} can't exceed the capacity of ${capacity}, but is ${limit}.`;
    return [settingError('OUT_OF_RANGE', target, message)];
  });
}

/**
 * Everything that is wrong with the registration settings of a class.
 * @param lastStart when the last session starts, after which nobody can register
 */
export function validateRegistrationSettings(
  registration: RegistrationSettings,
  { lastStart, locationType }: { readonly lastStart: string; readonly locationType: LocationType },
): ErrorDetail[] {
  const { opensAt, closesAt, capacity } = registration;
  const activePhases = listActivePhases(registration);
  const opens = opensAt ?? '';
  return [
    ...(closesAt !== undefined && closesAt <= opens
      ? [settingError('OUT_OF_RANGE', 'closesAt', `Registration must close after it opens at ${opens}.`)]
      : []),
    ...(opens !== '' && opens >= lastStart
      ? [
          settingError(
            'OUT_OF_RANGE',
            'opensAt',
            `Registration must open before the last session starts at ${lastStart}.`,
          ),
        ]
      : []),
    ...activePhases.flatMap(([phase, { endsAt }]): ErrorDetail[] => {
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
    ...validatePhaseOrder(activePhases),
    ...validateSeatLimits(activePhases, capacity),
    ...validateSeparateSeats(registration, locationType),
  ];
}

const unlimited = Number.MAX_SAFE_INTEGER;

/** The most seats that can ever be taken, over all phases. */
export function computeSeatLimits(registration: RegistrationSettings): SeatLimits {
  const most = (kind: 'memberSeats' | 'nonMemberSeats') =>
    Math.max(...listActivePhases(registration).map(([, settings]) => settings[kind] ?? unlimited));
  return {
    total: registration.capacity ?? unlimited,
    member: most('memberSeats'),
    nonMember: most('nonMemberSeats'),
    onSite: getModeLimit(registration, 'onSite'),
    online: getModeLimit(registration, 'online'),
  };
}

/**
 * The limits after a change that taken seats must fit in: those that it lowers. Others may be exceeded, by an
 * administrator's overbooking.
 */
export function computeLoweredLimits(before: RegistrationSettings, after: RegistrationSettings): SeatLimits {
  const [had, has] = [computeSeatLimits(before), computeSeatLimits(after)];
  const lower = (limit: keyof SeatLimits): number => (has[limit] < had[limit] ? has[limit] : unlimited);
  return {
    total: lower('total'),
    member: lower('member'),
    nonMember: lower('nonMember'),
    onSite: lower('onSite'),
    online: lower('online'),
  };
}

/** The limits that are lower than the seats taken, as sentences. */
export function describeExceededLimits(limits: SeatLimits, seats: SeatsItem): string[] {
  const over = (taken: number, limit: number, whose: string): string[] =>
    taken > limit
      ? [`${taken} ${taken === 1 ? 'seat is' : 'seats are'} taken${whose}, which is more than ${limit}.`]
      : [];
  return [
    ...over(seats.taken, limits.total, ''),
    ...over(seats.takenMember, limits.member, ' by members'),
    ...over(seats.takenNonMember, limits.nonMember, ' by non-members'),
    ...over(seats.takenOnSite ?? 0, limits.onSite, ' on site'),
    ...over(seats.takenOnline ?? 0, limits.online, ' online'),
  ];
}
