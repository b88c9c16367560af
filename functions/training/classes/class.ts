// A class: one scheduled teaching of a course, with its sessions and the settings of its registration.
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import type { CourseCredit } from '../courses/course.ts';

/**
 * Registration goes through up to three phases, each with its own seats, price and end
 * (docs/interface/training.md#registration-settings).
 */
export const phases = ['early', 'standard', 'late'] as const;
export type Phase = (typeof phases)[number];

export type RegistrantKind = 'member' | 'nonMember';

/**
 * One phase. Limits are of all seats taken so far, not of the phase's own
 * (docs/interface/training.md#registration-settings: 40 less 11 attendees).
 */
export interface PhaseSettings {
  /** When it ends, exclusive, as an instant; the end of registration when absent. */
  readonly endsAt?: string | undefined;
  /** Most seats taken by each kind while it lasts; no limit of its own when absent. */
  readonly memberSeats?: number | undefined;
  readonly nonMemberSeats?: number | undefined;
  /** Price of a seat, two decimals. */
  readonly memberFee: number;
  readonly nonMemberFee: number;
}

/** How one registers for a class. Instants are ISO 8601 in UTC. */
export interface RegistrationSettings {
  readonly isTurnedOn: boolean;
  /** Open from then on; at once when absent. */
  readonly opensAt?: string | undefined;
  /** Closed from then on; when the last session begins at the latest. */
  readonly closesAt?: string | undefined;
  readonly nonMembersAllowed: boolean;
  /** Most seats of both kinds together; no limit when absent. */
  readonly capacity?: number | undefined;
  readonly early?: PhaseSettings | undefined;
  readonly standard: PhaseSettings;
  readonly late?: PhaseSettings | undefined;
  /** Most that may wait; 0 for no waitlist. */
  readonly waitlistSize: number;
  /** How long an offered seat is held, in hours; 0 confirms it at once. */
  readonly offerHours: number;
  readonly pendingHoldsSeat: boolean;
  readonly mayReapplyAfterDenial: boolean;
  /** The approval chain that a registration goes through; none is needed when absent. */
  readonly approvalChainId?: string | undefined;
}

/** Days that classes can be on, and registration for them. Text sorts years of four digits as numbers do. */
export const firstClassDay = '1900-01-01';
export const lastClassDay = '2199-12-31';

export interface ClassSession {
  readonly id: string;
  readonly title?: string | undefined;
  /** YYYY-MM-DD and HH:MM in the time zone of the class, as they were entered. */
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
  /** The same as instants. */
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface ClassInstructor {
  readonly personId: string;
  readonly name: string;
  readonly isLead: boolean;
  readonly isGuest: boolean;
}

/** Where a class is: `onlocation`, `online` or both (docs/interface/training.md#class-locations). */
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

/** What people say of a class. */
export interface ClassContent {
  readonly sectionName: string;
  readonly description?: string | undefined;
  readonly courseId: string;
  /** The award it leads to, when it is given for one: its live registrations keep the award from being removed. */
  readonly awardId?: string | undefined;
  readonly objectTypeId?: string | undefined;
  /** IANA name. */
  readonly timeZone: string;
  /** At least one, by start. */
  readonly sessions: readonly ClassSession[];
  readonly instructors: readonly ClassInstructor[];
  readonly locationType: LocationType;
  readonly location?: ClassLocation | undefined;
  readonly onlineUrl?: string | undefined;
  /**
   * How to get in: a parking permit, a code for the door, what to install (docs/interface/training.md#class-detail).
   */
  readonly locationAccessDetail?: string | undefined;
  /**
   * Pages where one signs up, when that is done elsewhere (docs/interface/training.md#class-locations: the location
   * type tells which applies).
   */
  readonly registrationUrlOnLine?: string | undefined;
  readonly registrationUrlOnLocation?: string | undefined;
  /** The event it belongs to, by the id that another service gives events. */
  readonly eventId?: string | undefined;
  readonly tags: readonly string[];
  readonly registration: RegistrationSettings;
}

/** A class as the table holds it. */
export interface ClassItem extends ClassContent {
  readonly type: 'class';
  readonly id: string;
  /** The edition of the course that is taught, with its name, hours and credits as they are in that edition. */
  readonly courseEdition: number;
  readonly courseName: string;
  readonly creditHours?: number | undefined;
  readonly courseCredits: readonly CourseCredit[];
  /** The first session's beginning and the last one's end. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly isCancelled: boolean;
  readonly cancelledDate?: string | undefined;
  readonly cancelReason?: string | undefined;
  /** Days before it begins at which its registrants are reminded: those of the settings when it was created. */
  readonly reminderDays: readonly number[];
  /** The people who created and last changed it, where known. */
  readonly createdBy?: string | undefined;
  readonly modifiedBy?: string | undefined;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/**
 * The seats of a class, in an item of their own: what every registration's transaction counts. `classVersion` is the
 * version of the class whose settings the counts were last checked against, so that a registration decided by older
 * settings is decided again.
 */
export interface SeatsItem {
  readonly type: 'seats';
  readonly classVersion: number;
  /** Seats taken: confirmed, offered, and pending where the class says so. */
  readonly taken: number;
  readonly takenMember: number;
  readonly takenNonMember: number;
  /** All that wait; a sum of its own, for a condition can't add up. */
  readonly waiting: number;
  readonly waitingMember: number;
  readonly waitingNonMember: number;
  /** Registrations in any live state, seat or none: a class with some can't be removed. */
  readonly live: number;
}

/** The most seats that may ever be taken; the seats of a class are held to these. */
export interface SeatLimits {
  readonly total: number;
  readonly member: number;
  readonly nonMember: number;
}

/** The seats of a new class. */
export const buildSeats = (classVersion: number): SeatsItem => ({
  type: 'seats',
  classVersion,
  taken: 0,
  takenMember: 0,
  takenNonMember: 0,
  waiting: 0,
  waitingMember: 0,
  waitingNonMember: 0,
  live: 0,
});

export const classKey = (tenant: TenantStore, id: string): Key<ClassItem> =>
  tenant.key(`CLASS#${id}`, 'CLASS');
export const seatsKey = (tenant: TenantStore, classId: string): Key<SeatsItem> =>
  tenant.key(`CLASS#${classId}`, 'SEATS');
