// Presents a class in the shape of the requests that create and change it.
import { presentCancellationTerms } from '../../prices/cancellation-terms.ts';
import type { CreateClassInput, RegistrationSettingsInput } from '../plan/class-request.ts';
import type { ClassItem, PhaseSettings } from '../record/class.ts';
import type { ClassDefinition } from './contract.ts';

const presentPhase = ({ endsAt, memberSeats, nonMemberSeats, memberFee, nonMemberFee }: PhaseSettings) => ({
  endsAt: endsAt ?? null,
  memberSeats: memberSeats ?? null,
  nonMemberSeats: nonMemberSeats ?? null,
  ...{ memberFee, nonMemberFee },
});

const presentRegistration = ({ registration }: ClassItem) =>
  ({
    isTurnedOn: registration.isTurnedOn,
    opensAt: registration.opensAt ?? null,
    closesAt: registration.closesAt ?? null,
    nonMembersAllowed: registration.nonMembersAllowed,
    capacity: registration.capacity ?? null,
    early: registration.early ? presentPhase(registration.early) : null,
    standard: presentPhase(registration.standard),
    late: registration.late ? presentPhase(registration.late) : null,
    separateSeats: registration.separateSeats
      ? {
          onSite: registration.separateSeats.onSite ?? null,
          online: registration.separateSeats.online ?? null,
        }
      : null,
    waitlistSize: registration.waitlistSize,
    offerHours: registration.offerHours,
    pendingHoldsSeat: registration.pendingHoldsSeat,
    mayReapplyAfterDenial: registration.mayReapplyAfterDenial,
    taxRateId: registration.taxRateId ?? null,
    cancellation: registration.cancellation ? presentCancellationTerms(registration.cancellation) : null,
    approvalChainId: registration.approvalChainId ?? null,
    // What a request can set has its place here, or this does not compile.
  }) satisfies Record<keyof RegistrationSettingsInput, unknown>;

const presentLocation = ({ location }: ClassItem): ClassDefinition['location'] =>
  location
    ? {
        name: location.name ?? null,
        roomNumber: location.roomNumber ?? null,
        addressLine1: location.addressLine1 ?? null,
        city: location.city ?? null,
        state: location.state ?? null,
        zipCode: location.zipCode ?? null,
        country: location.country ?? null,
      }
    : null;

/** The definition of a class (docs/interface/training.md#class-definition). */
export const presentClassDefinition = (item: ClassItem): ClassDefinition =>
  ({
    id: item.id,
    version: item.version,
    sectionName: item.sectionName,
    courseId: item.courseId,
    description: item.description ?? null,
    awardId: item.awardId ?? null,
    objectTypeId: item.objectTypeId ?? null,
    timeZone: item.timeZone,
    sessions: item.sessions.map(({ id, title, date, startTime, endTime }) => ({
      ...{ id, title: title ?? null, date, startTime, endTime },
    })),
    instructors: item.instructors.map(({ personId, isLead, isGuest }) => ({ personId, isLead, isGuest })),
    locationType: item.locationType,
    location: presentLocation(item),
    onlineUrl: item.onlineUrl ?? null,
    locationAccessDetail: item.locationAccessDetail ?? null,
    registrationUrlOnLine: item.registrationUrlOnLine ?? null,
    registrationUrlOnLocation: item.registrationUrlOnLocation ?? null,
    eventId: item.eventId ?? null,
    tags: [...item.tags],
    registration: presentRegistration(item),
    // Whether double bookings are allowed is said with each request, and what a recurrence gives is in the sessions.
  }) satisfies Record<
    Exclude<keyof CreateClassInput, 'allowDoubleBooking' | 'recurrence'> | 'id' | 'version',
    unknown
  >;
