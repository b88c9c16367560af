// A class: one scheduled teaching of a course, with its sessions and registration settings.

import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import type { AttendanceMode } from '../../attendance-mode.ts';
import type { CancellationTerms } from '../../prices/cancellation-terms.ts';
import type { CreditAmount } from '../../settings/types/credit-amounts.ts';

/**
 * Limits count all seats taken so far, including those of earlier phases
 * (docs/interface/training.md#registration-settings: 40 less 11 attendees).
 */
export interface PhaseSettings {
  /** The exclusive end as an instant; the end of registration when absent. */
  readonly endsAt?: string | undefined;
  /** The most seats of each kind while the phase lasts; unlimited when absent. */
  readonly memberSeats?: number | undefined;
  readonly nonMemberSeats?: number | undefined;
  /** The price of a seat, with two decimals. */
  readonly memberFee: number;
  readonly nonMemberFee: number;
}

/** The seats of each way to attend; unlimited when absent. */
export interface SeparateSeats {
  readonly onSite?: number | undefined;
  readonly online?: number | undefined;
  /** How registrations attend that were made before the class had separate seats. */
  readonly earlier: AttendanceMode;
}

/** The registration settings of a class. Instants are ISO 8601 in UTC. */
export interface RegistrationSettings {
  readonly isTurnedOn: boolean;
  /** When registration opens; at once when absent. */
  readonly opensAt?: string | undefined;
  /** When registration closes; at the latest when the last session starts. */
  readonly closesAt?: string | undefined;
  readonly nonMembersAllowed: boolean;
  /** The most seats of both kinds together; unlimited when absent. */
  readonly capacity?: number | undefined;
  readonly early?: PhaseSettings | undefined;
  readonly standard: PhaseSettings;
  readonly late?: PhaseSettings | undefined;
  /** Seats on site and online, where they are counted apart. */
  readonly separateSeats?: SeparateSeats | undefined;
  /** The length of the waitlist; 0 for no waitlist. */
  readonly waitlistSize: number;
  /** How many hours an offered seat is reserved; 0 confirms it at once. */
  readonly offerHours: number;
  readonly pendingHoldsSeat: boolean;
  readonly mayReapplyAfterDenial: boolean;
  /** The rate of tax of its fees; the tenant's when absent. */
  readonly taxRateId?: string | undefined;
  /** What cancellations cost; as the course or else the tenant says when absent. */
  readonly cancellation?: CancellationTerms | undefined;
  /** The approval chain of registrations; no approval is needed when absent. */
  readonly approvalChainId?: string | undefined;
}

/** The days allowed for sessions and registration. Four-digit years sort as text. */
export const firstClassDay = '1900-01-01';
export const lastClassDay = '2199-12-31';
/** The most sessions that a class can have. */
export const maxSessions = 100;

export interface ClassSession {
  readonly id: string;
  readonly title?: string | undefined;
  /** YYYY-MM-DD and HH:MM in the time zone of the class, as entered. */
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
  /** The same times as instants. */
  readonly startsAt: string;
  readonly endsAt: string;
}

/** A session that a class no longer has, which people may still have in their calendars. */
export interface RemovedSession extends Pick<ClassSession, 'id' | 'title' | 'startsAt' | 'endsAt'> {
  readonly removedAt: string;
}

export interface ClassInstructor {
  readonly personId: string;
  readonly name: string;
  readonly isLead: boolean;
  readonly isGuest: boolean;
}

/** Where a class takes place: `onlocation`, `online` or both (docs/interface/training.md#registration-settings). */
export const locationTypes = ['onlocation', 'online', 'onlocationandonline'] as const;
export type LocationType = (typeof locationTypes)[number];

export interface ClassLocation {
  readonly name?: string | undefined;
  readonly roomNumber?: string | undefined;
  readonly addressLine1?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zipCode?: string | undefined;
  readonly country?: string | undefined;
}

/** The part of a class that requests set. */
export interface ClassContent {
  readonly sectionName: string;
  readonly description?: string | undefined;
  readonly courseId: string;
  /** The award that the class leads to. Live registrations keep it from being removed. */
  readonly awardId?: string | undefined;
  readonly objectTypeId?: string | undefined;
  /** An IANA name. */
  readonly timeZone: string;
  /** At least one, ordered by start. */
  readonly sessions: readonly ClassSession[];
  readonly instructors: readonly ClassInstructor[];
  readonly locationType: LocationType;
  readonly location?: ClassLocation | undefined;
  readonly onlineUrl?: string | undefined;
  /** How to get in: a parking permit, a door code, software to install (docs/interface/training.md#class-detail). */
  readonly locationAccessDetail?: string | undefined;
  /**
   * Pages for registration elsewhere (docs/interface/training.md#class-locations: the location type decides which
   * applies).
   */
  readonly registrationUrlOnLine?: string | undefined;
  readonly registrationUrlOnLocation?: string | undefined;
  /** The id of its event in another service. */
  readonly eventId?: string | undefined;
  readonly tags: readonly string[];
  readonly registration: RegistrationSettings;
}

/** A class as it is stored. */
export interface ClassItem extends ClassContent, VersionedRecord {
  readonly type: 'class';
  readonly id: string;
  /** The edition of the course that is taught, with its name, hours and credits in that edition. */
  readonly courseEdition: number;
  readonly courseName: string;
  readonly creditHours?: number | undefined;
  readonly courseCredits: readonly CreditAmount[];
  /** The start of the first session and the end of the last one. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** Those removed last that were still to come; absent where none was. */
  readonly removedSessions?: readonly RemovedSession[] | undefined;
  /** Why its sessions were last moved or cancelled; registrants are told. */
  readonly changeReason?: string | undefined;
  readonly isCancelled: boolean;
  readonly cancelledDate?: string | undefined;
  readonly cancelReason?: string | undefined;
  /** How many days before the start registrants are reminded: the tenant's setting when the class was created. */
  readonly reminderDays: readonly number[];
  /** The people who created it and last changed it, when known. */
  readonly createdBy?: string | undefined;
  readonly modifiedBy?: string | undefined;
}

/**
 * The seats of a class, in an item of their own that the transaction of every registration updates. `classVersion` is
 * the version of the class whose limits the counters were last checked against, so that a registration decided on older
 * settings is retried.
 */
export interface SeatsItem {
  readonly type: 'seats';
  readonly classVersion: number;
  /** Taken seats: confirmed, offered, and pending when the class counts those. */
  readonly taken: number;
  readonly takenMember: number;
  readonly takenNonMember: number;
  /** All registrations on the waitlist; stored as a sum because a condition can't add. */
  readonly waiting: number;
  readonly waitingMember: number;
  readonly waitingNonMember: number;
  /** Of separate seats; absent in a class of an earlier version that never had such. */
  readonly takenOnSite?: number | undefined;
  readonly takenOnline?: number | undefined;
  readonly waitingMemberOnSite?: number | undefined;
  readonly waitingMemberOnline?: number | undefined;
  readonly waitingNonMemberOnSite?: number | undefined;
  readonly waitingNonMemberOnline?: number | undefined;
  /** Registrations in any live state, with or without a seat; while there are some the class can't be removed. */
  readonly live: number;
}

/** The most seats that can ever be taken. */
export interface SeatLimits {
  readonly total: number;
  readonly member: number;
  readonly nonMember: number;
  readonly onSite: number;
  readonly online: number;
}

/** The seats of a class without registrations. */
export const buildSeats = (classVersion: number): SeatsItem => ({
  type: 'seats',
  classVersion,
  taken: 0,
  takenMember: 0,
  takenNonMember: 0,
  waiting: 0,
  waitingMember: 0,
  waitingNonMember: 0,
  takenOnSite: 0,
  takenOnline: 0,
  waitingMemberOnSite: 0,
  waitingMemberOnline: 0,
  waitingNonMemberOnSite: 0,
  waitingNonMemberOnline: 0,
  live: 0,
});

export const classKey = (tenant: TenantStore, id: string): Key<ClassItem> =>
  tenant.key(`CLASS#${id}`, 'CLASS');
export const seatsKey = (tenant: TenantStore, classId: string): Key<SeatsItem> =>
  tenant.key(`CLASS#${classId}`, 'SEATS');
