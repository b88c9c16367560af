// A registration for a class: its states, and which state follows which.
import { type CountedList, countedList } from '../../../shared/data/counted-list.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import type { Phase, RegistrantKind } from '../classes/class.ts';
import type { ApprovalStep, Assignee } from '../settings/approval-chains/approval-chain.ts';

/**
 * The states of a registration, and what may follow each.
 *
 * | from            | what happens                     | to                                   |
 * |-----------------|----------------------------------|--------------------------------------|
 * | (none)          | registered                       | Confirmed, PendingApproval, Waitlisted |
 * | PendingApproval | the last step approves           | Confirmed (Waitlisted when it held no seat and there is none) |
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

/** States that keep a member from registering again for the class. */
export const liveStatuses = [
  'PendingApproval',
  'Waitlisted',
  'Offered',
  'Confirmed',
  'Attended',
  'NoShow',
] as const;
export const isLive = (status: RegistrationStatus): boolean => liveStatuses.some((live) => live === status);

/** Whether a registration is still under way, and so keeps the award that it leads to from being removed. */
export const isUnderWay = (status: RegistrationStatus): boolean =>
  isLive(status) && status !== 'Attended' && status !== 'NoShow';

/** What freed the seat that a waitlisted registration was promoted to (docs/interface/training.md#waitlist). */
export interface Promotion {
  readonly at: string;
  readonly cause: 'Cancelled' | 'Denied' | 'OfferExpired' | 'OfferDeclined' | 'Transferred' | 'RoomGrew';
  /** The registration whose seat it was; absent when the room grew. */
  readonly freedBy?: string | undefined;
}

/** One thing that happened to a registration; never changed afterwards. */
export interface RegistrationEvent {
  readonly at: string;
  readonly from?: RegistrationStatus | undefined;
  readonly to: RegistrationStatus;
  /** The subject who did it, `anonymous`, or `system`. */
  readonly by: string;
  readonly reason?: string | undefined;
}

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
  /** What is owed back: the class was cancelled, or more was paid than is due. Absent once it was given back. */
  readonly refundDue?: number | undefined;
  /** A cheque's, an order's or an invoice's number; never a card's. */
  readonly reference?: string | undefined;
}

/** A decision or hand-over within a step of approval; every one is kept. */
export interface ApprovalEvent {
  readonly at: string;
  readonly step: number;
  readonly action: 'asked' | 'approved' | 'denied' | 'delegated' | 'escalated';
  /** The subject who did it, `anonymous`, or `system`. */
  readonly by: string;
  /** The subject's name then. */
  readonly byName?: string | undefined;
  readonly to?: Assignee | undefined;
  readonly reason?: string | undefined;
}

/** How far a registration is in its approval chain. The steps are those of the chain when it was asked for. */
export interface Approval {
  readonly chainId: string;
  readonly chainName: string;
  readonly steps: readonly ApprovalStep[];
  /** 0-based; the number of steps once all have approved. */
  readonly current: number;
  /** Who decides the current step, after delegation, escalation, and finding the manager. */
  readonly assignee?: Assignee | undefined;
  readonly isEscalated: boolean;
  readonly events: readonly ApprovalEvent[];
}

/** A registration as the table holds it. */
export interface RegistrationItem {
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
  readonly registrationType: 'Self' | 'Manager' | 'Admin';
  /** The subject who registered. */
  readonly registeredBy: string;
  readonly justification?: string | undefined;
  readonly notes?: string | undefined;
  readonly status: RegistrationStatus;
  readonly holdsSeat: boolean;
  readonly confirmationNumber: string;
  readonly payment: Payment;
  readonly waitlistedAt?: string | undefined;
  readonly offerExpiresAt?: string | undefined;
  readonly promotion?: Promotion | undefined;
  readonly approval?: Approval | undefined;
  readonly transferredTo?: string | undefined;
  readonly transferredFrom?: string | undefined;
  readonly history: readonly RegistrationEvent[];
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

export const registrationKey = (tenant: TenantStore, id: string): Key<RegistrationItem> =>
  tenant.key(`REGISTRATION#${id}`, 'REGISTRATION');

/** The registrations of a class in the order of creation, with their number. */
export const registrationsByClass = (tenant: TenantStore, classId: string): CountedList<RegistrationItem> =>
  countedList<RegistrationItem>(tenant, `CLASS-REGISTRATIONS#${classId}`);
/** Every registration of a class, in the order of creation; each is listed here by `registrationSort`. */
export const registrationListing = (tenant: TenantStore, classId: string): Partition<RegistrationItem> =>
  registrationsByClass(tenant, classId).listing;
export const registrationSort = ({ createdDate, id }: Pick<RegistrationItem, 'createdDate' | 'id'>): string =>
  `${createdDate}#${id}`;
