// Shows everything about one class (docs/interface/training.md#class-detail), and what changing it takes: its ids,
// instants and seats.

import { noParticipation } from './participation.ts';
import { type ClassViewContext, countAvailableSeats, presentClass } from './present-class.ts';
import { getClosingTime } from './registration-window.ts';
import { buildSessionNotes } from './schedule.ts';
import type { ClassWithSeats } from './store.ts';
import { canSeeJoinDetails } from './viewer.ts';

/**
 * A class with everything about it (docs/interface/training.md#class-detail), and what changing it takes: its ids,
 * instants and seats.
 */
export function presentClassDetail(held: ClassWithSeats, shown: ClassViewContext) {
  const { item, seats } = held;
  const { location, registration } = item;
  const chainId = registration.approvalChainId;
  const standing = shown.participations?.get(item.id) ?? noParticipation;
  return {
    ...presentClass(held, shown),
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
      (canSeeJoinDetails(item, standing, shown.viewer) && item.locationAccessDetail) || null,
    objectTypeGuid: item.objectTypeId ?? null,
    version: item.version,
    courseId: item.courseId,
    courseEdition: item.courseEdition,
    awardId: shown.references.awards.get(item.awardId ?? '')?.id ?? null,
    approvalChain:
      chainId === undefined
        ? null
        : { id: chainId, name: shown.references.chains.get(chainId)?.name ?? null },
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
        member: countAvailableSeats(held, 'member', shown.now),
        nonMember: countAvailableSeats(held, 'nonMember', shown.now),
      },
    },
    registrationClosesAt: getClosingTime(item).toISOString(),
    cancelledDate: item.cancelledDate ?? null,
    cancelReason: item.cancelReason ?? null,
  };
}
