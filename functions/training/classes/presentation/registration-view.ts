// The registration settings of a class in responses (docs/interface/training.md#registration-settings): a set of
// fields for each phase.
import * as z from 'zod';
import { formatLocalTime } from '../../../../shared/time/local-time.ts';
import { toWindowsZone } from '../../../../shared/time/time-zones.ts';
import type { ClassItem, PhaseSettings } from '../record/class.ts';

const limit = z.int().nullable();
const fee = z.number();
const localDateTime = z.string().nullable();
const instant = z.iso.datetime().nullable();

export const RegistrationView = z
  .strictObject({
    isRegistrationTurnedOn: z.boolean(),
    isScheduledOn: z.boolean().meta({ description: 'Whether registration opens at a set time.' }),
    nonMemberAllowed: z.boolean(),
    registrationStartDateTime: localDateTime,
    _registrationStartDateTime: instant,
    isEarlyRegistrationTurnedOn: z.boolean(),
    isLateRegistrationTurnedOn: z.boolean(),
    isPendingRegistrationCountTurnedOn: z
      .boolean()
      .meta({ description: 'Whether a registration that awaits approval holds a seat.' }),
    timeZone: z.string(),
    earlyRegistrationMaxMemberRegistrants: limit,
    earlyRegistrationMaxNonMemberRegistrants: limit,
    earlyRegistrationMemberPerSeatFee: fee,
    earlyRegistrationNonMemPerSeatFee: fee,
    earlyRegistrationEndDateTime: localDateTime,
    _earlyRegistrationEndDateTime: instant,
    regularRegistrationMaxMemberRegistrants: limit.meta({
      description:
        'The most seats, including those of earlier phases. Less the seats taken, it is the seats available.',
    }),
    regularRegistrationMaxNonMemberRegistrants: limit,
    regularRegistrationMemberPerSeatFee: fee,
    regularRegistrationNonMemPerSeatFee: fee,
    regularRegistrationEndDateTime: localDateTime,
    _regularRegistrationEndDateTime: instant,
    lateRegistrationMaxMemberRegistrants: limit,
    lateRegistrationMaxNonMemberRegistrants: limit,
    lateRegistrationMemberPerSeatFee: fee,
    lateRegistrationNonMemPerSeatFee: fee,
    lateRegistrationEndDateTime: localDateTime,
    _lateRegistrationEndDateTime: instant,
    waitlistSize: z.int(),
    offerHours: z.int(),
    mayReapplyAfterDenial: z.boolean(),
  })
  .meta({
    id: 'ClassRegistrationSetting',
    description: 'Times are local; the fields that begin with an underscore are the same times as instants.',
  });

/** The fields of a phase, with limits not above the capacity; nulls and zeros for a phase that is not set up. */
function presentPhase(phase: PhaseSettings | undefined, { registration, timeZone }: ClassItem, end?: string) {
  const { capacity, nonMembersAllowed } = registration;
  const limitSeats = (ofKind: number | undefined): number | null => {
    const limit = Math.min(ofKind ?? Number.POSITIVE_INFINITY, capacity ?? Number.POSITIVE_INFINITY);
    return phase && Number.isFinite(limit) ? limit : null;
  };
  const endsAt = phase?.endsAt ?? end;
  return {
    memberSeats: limitSeats(phase?.memberSeats),
    nonMemberSeats: nonMembersAllowed ? limitSeats(phase?.nonMemberSeats) : 0,
    memberFee: phase?.memberFee ?? 0,
    nonMemberFee: phase?.nonMemberFee ?? 0,
    endLocal: endsAt === undefined ? null : formatLocalTime(endsAt, timeZone),
    end: endsAt ?? null,
  };
}

/** The registration settings under their response names. */
export function presentRegistrationSettings(item: ClassItem) {
  const { registration, timeZone } = item;
  const { opensAt, closesAt } = registration;
  const early = presentPhase(registration.early, item);
  const regular = presentPhase(registration.standard, item, registration.late ? undefined : closesAt);
  const late = presentPhase(registration.late, item, registration.late ? closesAt : undefined);
  return {
    isRegistrationTurnedOn: registration.isTurnedOn,
    isScheduledOn: opensAt !== undefined,
    nonMemberAllowed: registration.nonMembersAllowed,
    registrationStartDateTime: opensAt === undefined ? null : formatLocalTime(opensAt, timeZone),
    _registrationStartDateTime: opensAt ?? null,
    isEarlyRegistrationTurnedOn: registration.early !== undefined,
    isLateRegistrationTurnedOn: registration.late !== undefined,
    isPendingRegistrationCountTurnedOn: registration.pendingHoldsSeat,
    timeZone: toWindowsZone(timeZone),
    earlyRegistrationMaxMemberRegistrants: early.memberSeats,
    earlyRegistrationMaxNonMemberRegistrants: early.nonMemberSeats,
    earlyRegistrationMemberPerSeatFee: early.memberFee,
    earlyRegistrationNonMemPerSeatFee: early.nonMemberFee,
    earlyRegistrationEndDateTime: early.endLocal,
    _earlyRegistrationEndDateTime: early.end,
    regularRegistrationMaxMemberRegistrants: regular.memberSeats,
    regularRegistrationMaxNonMemberRegistrants: regular.nonMemberSeats,
    regularRegistrationMemberPerSeatFee: regular.memberFee,
    regularRegistrationNonMemPerSeatFee: regular.nonMemberFee,
    regularRegistrationEndDateTime: regular.endLocal,
    _regularRegistrationEndDateTime: regular.end,
    lateRegistrationMaxMemberRegistrants: late.memberSeats,
    lateRegistrationMaxNonMemberRegistrants: late.nonMemberSeats,
    lateRegistrationMemberPerSeatFee: late.memberFee,
    lateRegistrationNonMemPerSeatFee: late.nonMemberFee,
    lateRegistrationEndDateTime: late.endLocal,
    _lateRegistrationEndDateTime: late.end,
    waitlistSize: registration.waitlistSize,
    offerHours: registration.offerHours,
    mayReapplyAfterDenial: registration.mayReapplyAfterDenial,
  };
}
