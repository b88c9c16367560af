// Presents a class (docs/interface/training.md#class-list-item, #class-detail), with values computed from its
// settings and seats.

import { displayName, isActivePerson } from '../../../../shared/directory/people/person.ts';
import type { PictureContext } from '../../../../shared/directory/people/person-photo.ts';
import { roundToMinorUnit } from '../../../../shared/money/currency.ts';
import { formatClockTime } from '../../../../shared/time/clock-time.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { formatLocalTime } from '../../../../shared/time/local-time.ts';
import { toWindowsZone } from '../../../../shared/time/time-zones.ts';
import type { AttendanceMode } from '../../attendance-mode.ts';
import { typeNumber } from '../../settings/types/training-type.ts';
import type { ClassItem, ClassSession } from '../record/class.ts';
import { classState, phaseAt, registrationState, seatsLeft } from '../record/registration-window.ts';
import type { ClassWithSeats } from '../record/store.ts';
import { type AttendanceSummary, noAttendance } from './attendees.ts';
import { noParticipation, type Participation } from './participation.ts';
import type { ClassReferences } from './references.ts';
import { presentRegistrationSettings } from './registration-view.ts';
import { canSeeJoinDetails, type Viewer } from './viewer.ts';

/** What a class is presented with. */
export interface ClassViewContext extends PictureContext {
  readonly references: ClassReferences;
  readonly participations?: ReadonlyMap<string, Participation>;
  readonly viewer: Viewer;
  /** Only for a single class. */
  readonly attendance?: AttendanceSummary;
  readonly now: Date;
}

const emptyPersonId = '00000000-0000-0000-0000-000000000000';
const locationIds = { onlocation: 1, online: 2, onlocationandonline: 3 } as const;

/** Seats left for a kind; null when unlimited, 0 for non-members when they can't register. */
export function countAvailableSeats(
  { item, seats }: ClassWithSeats,
  kind: 'member' | 'nonMember',
  now: Date,
  mode?: AttendanceMode,
): number | null {
  if (kind === 'nonMember' && !item.registration.nonMembersAllowed) return 0;
  const many = seatsLeft(item, seats, phaseAt(item, now), kind, mode);
  return Number.isFinite(many) ? many : null;
}

function presentCourse(item: ClassItem, { courses, awards, types }: ClassReferences) {
  const course = courses.get(item.courseId);
  const award = item.awardId === undefined ? undefined : awards.get(item.awardId);
  const iconReference = course?.iconUrl ?? null;
  const courseAwards = award ? [{ id: award.id, name: award.name }] : [];
  return {
    id: item.courseId,
    name: item.courseName,
    hex: course?.hexNameColor ?? null,
    iconReference,
    icon: { iconReference },
    courseAwardCount: courseAwards.length,
    creditHours: item.creditHours ?? null,
    courseAwards,
    courseCreditMapping: item.courseCredits.map(({ creditTypeId, credits }) => ({
      creditId: creditTypeId,
      creditName: types.get(creditTypeId)?.name ?? '',
      credits: String(credits),
    })),
  };
}

const presentCredits = (item: ClassItem, { types, currency }: ClassReferences) =>
  item.courseCredits.map(({ creditTypeId, credits }) => ({
    id: `${item.courseId}#${creditTypeId}`,
    courseId: item.courseId,
    courseName: item.courseName,
    creditId: creditTypeId,
    creditName: types.get(creditTypeId)?.name ?? '',
    credits: String(credits),
    isSingleCredittype: item.courseCredits.length === 1,
    pricePerHour: item.creditHours
      ? roundToMinorUnit(item.registration.standard.memberFee / item.creditHours, currency)
      : null,
    isSystemGenerated: false,
  }));

const presentInstructors = (
  item: ClassItem,
  { references: { people }, presentPicture }: ClassViewContext,
  today: string,
) =>
  item.instructors.map(({ personId, name, isLead, isGuest }) => {
    const person = people.get(personId);
    return {
      id: personId,
      fullName: person ? displayName(person) : name,
      thumbnailUrl: presentPicture(person),
      isLead,
      isGuest,
      isActive: person !== undefined && isActivePerson(person, today),
      isDeleted: person === undefined,
    };
  });

function sessionStatus({ startsAt, endsAt }: ClassSession, { isCancelled }: ClassItem, now: Date): string {
  if (isCancelled) return 'Cancelled Session';
  if (now < new Date(startsAt)) return 'Upcoming Session';
  return now < new Date(endsAt) ? 'Session In Progress' : 'Completed Session';
}

export const presentSessions = (item: ClassItem, now: Date) =>
  item.sessions.map((session) => ({
    id: session.id,
    timeZone: toWindowsZone(item.timeZone),
    sessionStatus: sessionStatus(session, item, now),
    sessionDate: `${session.date}T00:00:00`,
    startTime: formatClockTime(session.startTime),
    endTime: formatClockTime(session.endTime),
  }));

const formatWeekday = (date: string): string =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));

/** The number of days with a session. */
export const countDays = ({ sessions }: ClassItem): number => new Set(sessions.map(({ date }) => date)).size;

/** Whether registration is set up; whether it is open now is the state of registration. */
export const isRegistrationAllowed = ({ registration, isCancelled }: ClassItem): boolean =>
  registration.isTurnedOn && !isCancelled;

const isFree = ({ registration: { early, standard, late, nonMembersAllowed } }: ClassItem): boolean =>
  [early, standard, late].every(
    (phase) => !phase || (phase.memberFee === 0 && (!nonMembersAllowed || phase.nonMemberFee === 0)),
  );

/** A class as in lists. */
export function presentClass(classWithSeats: ClassWithSeats, context: ClassViewContext) {
  const { references, participations, viewer, now, presentPicture } = context;
  const { attendees, revenue } = context.attendance ?? noAttendance;
  const { item, seats } = classWithSeats;
  const { people, types } = references;
  const participation = participations?.get(item.id) ?? noParticipation;
  const instructors = presentInstructors(item, context, toLocalDate(item.timeZone, now));
  // Who works on a class is for callers with a token (docs/interface/access.md#without-a-token).
  const isPublic = viewer !== 'writer' && viewer.kind === 'anonymous';
  const person = (id: string | undefined) => {
    const known = id === undefined || isPublic ? undefined : people.get(id);
    return known ? { id: known.id, name: displayName(known), imageThumbUrl: presentPicture(known) } : null;
  };
  return {
    id: item.id,
    sectionName: item.sectionName,
    parentCourse: presentCourse(item, references),
    isFavorite: false,
    sessionType: item.sessions.length > 1 ? 'Multiple Sessions' : 'Single Session',
    multiSessionType: item.sessions.length > 1 ? 'Custom' : '',
    objectTypeId: item.objectTypeId === undefined ? 0 : typeNumber(item.objectTypeId),
    objectType: types.get(item.objectTypeId ?? '')?.name ?? null,
    classDuration: countDays(item),
    classDurationType: 'Day',
    timeZone: toWindowsZone(item.timeZone),
    startDate: formatLocalTime(item.startsAt, item.timeZone),
    endDate: formatLocalTime(item.endsAt, item.timeZone),
    registrationState: registrationState(item, seats, now),
    classState: classState(item, now),
    revenue,
    locationType: { id: locationIds[item.locationType], name: item.locationType },
    classSessionSettings: item.sessions.map((session, index) => ({
      sequenceNumber: index + 1,
      sessionDay: formatWeekday(session.date),
      sessionStartTime: formatClockTime(session.startTime),
      sessionEndTime: formatClockTime(session.endTime),
      hasEndTime: true,
    })),
    classInstructorsCount: instructors.length,
    classAttendeesCount: seats.taken,
    instructor1ImageUrl: instructors[0]?.thumbnailUrl ?? null,
    instructor2ImageUrl: instructors[1]?.thumbnailUrl ?? null,
    instructor3ImageUrl: instructors[2]?.thumbnailUrl ?? null,
    attendee1ImageUrl: attendees[0]?.imageThumbUrl ?? null,
    attendee2ImageUrl: attendees[1]?.imageThumbUrl ?? null,
    attendee3ImageUrl: attendees[2]?.imageThumbUrl ?? null,
    isCreditTypeSingle: item.courseCredits.length === 1,
    classAttendees: attendees.map((attendee) => ({ ...attendee })),
    classInstructors: instructors,
    classSessions: presentSessions(item, now),
    classTag: item.tags.map((tagName) => ({ tagName })),
    courseCreditMapping: presentCredits(item, references),
    createdOn: item.createdDate,
    createdBy: person(item.createdBy),
    modifiedOn: item.modifiedDate,
    modifiedBy: person(item.modifiedBy),
    onlineSeatAvailable:
      item.locationType === 'onlocation' ? 0 : countAvailableSeats(classWithSeats, 'member', now, 'online'),
    inPersonSeatAvailable:
      item.locationType === 'online' ? 0 : countAvailableSeats(classWithSeats, 'member', now, 'onSite'),
    isFreeClass: isFree(item),
    currency: references.currency,
    isAlreadyRegistered: participation.registered !== undefined,
    pastRejecttionCount: participation.denials,
    isClassRegistrationAllow: isRegistrationAllowed(item),
    registrationWorkFlowId: 0,
    approvalWorkFlowId: item.registration.approvalChainId === undefined ? 0 : 1,
    classRegistrationSetting: presentRegistrationSettings(item),
    event: item.eventId === undefined ? [] : [{ id: item.eventId }],
    creditStatus: null,
    registeredPeople: participation.registered ?? emptyPersonId,
    isSubmitted: participation.isPending,
    endorsements: [],
    endorsementCount: 0,
    isLite: false,
    registrationUrlOnLine: item.registrationUrlOnLine ?? null,
    registrationUrlOnLocation: item.registrationUrlOnLocation ?? null,
    classLinkTypeId: null,
    locationUrl: (canSeeJoinDetails(item, participation, viewer) && item.onlineUrl) || null,
    locationUrlId: null,
    isTLMSAccessCriteriaMet: false,
    talentLMSNAReasons: [],
  } as const;
}
