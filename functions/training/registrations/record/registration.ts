// A registration for a class: its states and their transitions.

import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { type CountedList, countedList } from '../../../../shared/lists/counted-list.ts';
import type { AttendanceMode } from '../../attendance-mode.ts';
import type { ExperienceDeclaration } from '../../experience/experience.ts';
import type { Ledger } from '../../payments/ledger.ts';
import type { RegistrationType } from '../../people/managers/registration-permission.ts';
import type { CancellationTerms } from '../../prices/cancellation-terms.ts';
import type { Price } from '../../prices/price.ts';
import type { RegistrantKind } from '../../registrant.ts';
import type { ApprovalStep, Assignee } from '../../settings/approval-chains/approval-chain.ts';

/**
 * Registration for a class has up to three phases, each with its own seats, price and end
 * (docs/interface/training.md#registration-settings).
 */
export const phases = ['early', 'standard', 'late'] as const;
export type Phase = (typeof phases)[number];

/**
 * The states of a registration and their transitions.
 *
 * | from            | what happens                     | to                                   |
 * |-----------------|----------------------------------|--------------------------------------|
 * | (none)          | registered                       | Confirmed, PendingApproval, Waitlisted |
 * | PendingApproval | the last step approves           | Confirmed (Waitlisted when it held no seat and there is none)
 * |
 * | PendingApproval | a step denies                    | Denied                               |
 * | Waitlisted      | a seat frees                     | Offered (or what accepting gives, when offers are not used) |
 * | Offered         | accepted                         | Confirmed, PendingApproval           |
 * | Offered         | declined                         | Cancelled                            |
 * | Offered         | not accepted in time             | Expired                              |
 * | any before that | cancelled, or its class is       | Cancelled                            |
 * | Confirmed       | given to another person or class | Transferred                          |
 * | Confirmed       | the class took place             | Attended, NoShow                     |
 */
export const transitions = {
  PendingApproval: ['Confirmed', 'Waitlisted', 'Denied', 'Cancelled'],
  Waitlisted: ['Offered', 'Confirmed', 'PendingApproval', 'Cancelled', 'Expired'],
  Offered: ['Confirmed', 'PendingApproval', 'Cancelled', 'Expired'],
  Confirmed: ['Attended', 'NoShow', 'Transferred', 'Cancelled'],
  Attended: ['NoShow', 'Confirmed'],
  NoShow: ['Attended', 'Confirmed'],
  Denied: [],
  Cancelled: [],
  Expired: [],
  Transferred: [],
} as const satisfies Record<string, readonly string[]>;

export type RegistrationStatus = keyof typeof transitions;

/** States in which a member can't register again for the class. */
export const liveStatuses = [
  'PendingApproval',
  'Waitlisted',
  'Offered',
  'Confirmed',
  'Attended',
  'NoShow',
] as const;
export const isLive = (status: RegistrationStatus): boolean => liveStatuses.some((live) => live === status);

/** Whether a registration still prevents the removal of the award that its class leads to. */
export const isUnderWay = (status: RegistrationStatus): boolean =>
  isLive(status) && status !== 'Attended' && status !== 'NoShow';

/** Why a waitlisted registration was promoted (docs/interface/training.md#waitlist). */
export interface Promotion {
  readonly at: string;
  readonly cause: 'Cancelled' | 'Denied' | 'OfferExpired' | 'OfferDeclined' | 'Transferred' | 'RoomGrew';
  /** The registration that had the seat; absent when the class got more room. */
  readonly freedBy?: string | undefined;
}

/** An entry of a registration's history; never changed. */
export interface RegistrationEvent {
  readonly at: string;
  readonly from?: RegistrationStatus | undefined;
  readonly to: RegistrationStatus;
  /** A subject, `anonymous`, or `system`. */
  readonly by: string;
  readonly reason?: string | undefined;
}

/** What is due and was paid in total, as existing callers read it; `ledger` has each entry. */
export interface Payment {
  readonly method?: 'CreditCard' | 'PurchaseOrder' | 'Invoice' | 'Free' | undefined;
  /** By phase and kind of registrant, in the tenant's currency. */
  readonly amountDue: number;
  /** `free` when nothing is due. */
  readonly state: 'free' | 'unpaid' | 'paid' | 'refunded';
  readonly paidDate?: string | undefined;
  readonly amountPaid?: number | undefined;
  readonly refundedDate?: string | undefined;
  readonly amountRefunded?: number | undefined;
  /** What is to be refunded: the class was cancelled, or more was paid than is due. Absent once it is refunded. */
  readonly refundDue?: number | undefined;
  /** The number of a cheque, an order or an invoice; never of a card. */
  readonly reference?: string | undefined;
  /** Absent for registrations that were made before payments were kept one by one. */
  readonly ledger?: Ledger | undefined;
}

/** A seat beyond the limits, by an administrator (docs/interface/training.md#overbooking). */
export interface Overbooking {
  readonly at: string;
  /** The subject who gave it. */
  readonly by: string;
  readonly byName?: string | undefined;
  readonly reason: string;
}

/** An event within a step of approval. */
export interface ApprovalEvent {
  readonly at: string;
  readonly step: number;
  readonly action: 'asked' | 'approved' | 'denied' | 'delegated' | 'escalated';
  /** A subject, `anonymous`, or `system`. */
  readonly by: string;
  /** The subject's name at that time. */
  readonly byName?: string | undefined;
  readonly to?: Assignee | undefined;
  readonly reason?: string | undefined;
}

/** The progress of a registration in its approval chain, with the steps of the chain as they were at its start. */
export interface Approval {
  readonly chainId: string;
  readonly chainName: string;
  readonly steps: readonly ApprovalStep[];
  /** 0-based; equals the number of steps once all have approved. */
  readonly current: number;
  /** Who decides the current step, after delegation, escalation and the look-up of the manager. */
  readonly assignee?: Assignee | undefined;
  readonly isEscalated: boolean;
  readonly events: readonly ApprovalEvent[];
}

/** The attendance of one session. */
export interface SessionAttendance {
  readonly sessionId: string;
  /** 0 for who was absent. */
  readonly minutes: number;
  readonly method: 'list' | 'code';
  readonly at: string;
  /** The subject who recorded it. */
  readonly by: string;
  readonly byName?: string | undefined;
  readonly reason?: string | undefined;
}

/** A registration as it is stored. */
export interface RegistrationItem extends VersionedRecord {
  readonly type: 'registration';
  readonly id: string;
  readonly classId: string;
  readonly courseId: string;
  readonly awardId?: string | undefined;
  readonly sectionName: string;
  readonly classStartsAt: string;
  readonly memberId: string;
  readonly memberName: string;
  readonly organizationId?: string | undefined;
  readonly organizationName?: string | undefined;
  readonly kind: RegistrantKind;
  readonly phase: Phase;
  /** In a class with separate seats; absent for who registered before it had such. */
  readonly attendanceMode?: AttendanceMode | undefined;
  /** Why an administrator gave a seat beyond the limits. */
  readonly overbooking?: Overbooking | undefined;
  /** Beside `overbooking`, so that the change feed tells it without the reason. */
  readonly isOverbooked?: boolean | undefined;
  readonly registrationType: RegistrationType;
  /** The subject who registered. */
  readonly registeredBy: string;
  readonly justification?: string | undefined;
  readonly notes?: string | undefined;
  readonly experienceDeclaration?: ExperienceDeclaration | undefined;
  readonly status: RegistrationStatus;
  readonly holdsSeat: boolean;
  readonly confirmationNumber: string;
  readonly payment: Payment;
  /** What `payment` was charged by; absent for registrations from before there were discounts and taxes. */
  readonly price?: Price | undefined;
  /** What a cancellation costs, as it was when the registration was made. */
  readonly cancellation?: CancellationTerms | undefined;
  readonly waitlistedAt?: string | undefined;
  readonly offerExpiresAt?: string | undefined;
  readonly promotion?: Promotion | undefined;
  readonly approval?: Approval | undefined;
  readonly transferredTo?: string | undefined;
  readonly transferredFrom?: string | undefined;
  readonly history: readonly RegistrationEvent[];
  readonly sessionAttendance?: readonly SessionAttendance[] | undefined;
  /** The share by which credits were granted; absent where attendance was recorded for the whole class. */
  readonly settledShare?: { readonly attended: number; readonly total: number } | undefined;
  /** While credits and completion wait for the answers to the class's evaluation. */
  readonly evaluationHold?: { readonly since: string; readonly answerBy: string } | undefined;
}

export const registrationKey = (tenant: TenantStore, id: string): Key<RegistrationItem> =>
  tenant.key(`REGISTRATION#${id}`, 'REGISTRATION');

/** The registrations of a class in the order of creation, as a counted list. */
export const registrationsByClass = (tenant: TenantStore, classId: string): CountedList<RegistrationItem> =>
  countedList<RegistrationItem>(tenant, `CLASS-REGISTRATIONS#${classId}`);
/** The partition with every registration of a class, sorted by `registrationSort`. */
export const registrationListing = (tenant: TenantStore, classId: string): Partition<RegistrationItem> =>
  registrationsByClass(tenant, classId).listing;
export const registrationSort = ({ createdDate, id }: Pick<RegistrationItem, 'createdDate' | 'id'>): string =>
  `${createdDate}#${id}`;

export const registrationById = (
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<RegistrationItem | undefined> => tenant.get(registrationKey(tenant, id), options);

/** The registrations with these ids, in their order; one round trip per hundred. */
export const registrationsById = (
  tenant: TenantStore,
  ids: readonly string[],
  options?: { readonly consistent?: boolean },
): Promise<(RegistrationItem | undefined)[]> =>
  tenant.getMany(
    ids.map((id) => registrationKey(tenant, id)),
    options,
  );
