// The details of a class.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { createPicturePresenter } from '../../../../shared/directory/people/person-photo.ts';
import { buildSessionNotes } from '../plan/schedule.ts';
import { getClosingTime } from '../record/registration-window.ts';
import type { ClassWithSeats } from '../record/store.ts';
import { noParticipation } from './participation.ts';
import { type ClassViewContext, countAvailableSeats, presentClass } from './present-class.ts';
import { canSeeJoinDetails } from './viewer.ts';

/**
 * All details of a class (docs/interface/training.md#class-detail), with the ids, instants and seats that a change of
 * it needs.
 */
export function presentClassDetail(classWithSeats: ClassWithSeats, context: ClassViewContext) {
  const { item, seats } = classWithSeats;
  const { location, registration } = item;
  const chainId = registration.approvalChainId;
  const participation = context.participations?.get(item.id) ?? noParticipation;
  return {
    ...presentClass(classWithSeats, context),
    description: item.description ?? null,
    classLocationType: { name: item.locationType },
    location: {
      name: location?.name ?? null,
      classRoom: { roomNumber: location?.roomNumber ?? null },
      address: {
        addressLine1: location?.addressLine1 ?? null,
        city: location?.city ?? null,
        state: location?.state ?? null,
        zipCode: location?.zipCode ?? null,
        country: location?.country ?? null,
      },
    },
    locationAccessDetail:
      (canSeeJoinDetails(item, participation, context.viewer) && item.locationAccessDetail) || null,
    objectTypeGuid: item.objectTypeId ?? null,
    version: item.version,
    courseId: item.courseId,
    courseEdition: item.courseEdition,
    awardId: context.references.awards.get(item.awardId ?? '')?.id ?? null,
    approvalChain:
      chainId === undefined
        ? null
        : { id: chainId, name: context.references.chains.get(chainId)?.name ?? null },
    ianaTimeZone: item.timeZone,
    sessions: item.sessions.map((session) => ({
      ...session,
      title: session.title ?? null,
      notes: buildSessionNotes(session, item.timeZone),
    })),
    seats: {
      taken: seats.taken,
      waiting: seats.waiting,
      left: {
        member: countAvailableSeats(classWithSeats, 'member', context.now),
        nonMember: countAvailableSeats(classWithSeats, 'nonMember', context.now),
      },
    },
    registrationClosesAt: getClosingTime(item).toISOString(),
    changeReason: item.changeReason ?? null,
    cancelledDate: item.cancelledDate ?? null,
    cancelReason: item.cancelReason ?? null,
  };
}

/** The details for the caller who writes the class. */
export const presentWrittenClass = (
  {
    tenant,
    now,
    receivedAt,
  }: { readonly tenant: TenantStore; readonly now: Date; readonly receivedAt: Date },
  classWithSeats: ClassWithSeats,
  known: Pick<ClassViewContext, 'references' | 'participations'>,
) =>
  presentClassDetail(classWithSeats, {
    ...known,
    viewer: 'writer',
    now,
    presentPicture: createPicturePresenter(tenant, receivedAt),
  });
