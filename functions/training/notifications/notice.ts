// Notices: what a person is to be told, written in the transaction that is its cause and told once.
import { type Change, put } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';

/** Every occasion on which somebody is told something, with a sentence for those who edit its template. */
export const noticeKinds = {
  registrationConfirmed: 'A registration is confirmed.',
  registrationPending: 'A registration awaits approval.',
  approvalAsked: 'An approver is asked to decide.',
  registrationApproved: 'A registration was approved.',
  registrationDenied: 'A registration was denied.',
  registrationWaitlisted: 'A registration is on the waitlist.',
  registrationPromoted: 'A seat is offered, or given, to somebody from the waitlist.',
  offerExpiring: 'An offered seat will soon be given to the next.',
  offerExpired: 'An offered seat was not taken in time.',
  registrationCancelled: 'A registration was cancelled.',
  registrationTransferred: 'A registration was given to another person or moved to another class.',
  classReminder: 'A class begins soon.',
  classChanged: 'A class was moved or cancelled.',
  creditsGranted: 'Credits were granted.',
  awardEarned: 'Everything an award asks for is there.',
  certificationAwarded: 'A certification was awarded.',
  certificationExpiring: 'A certification ends soon.',
  certificationExpired: 'A certification has ended.',
  certificationRevoked: 'A certification was revoked.',
} as const satisfies Record<string, string>;

export type NoticeKind = keyof typeof noticeKinds;

/** Who is told: a person of the directory, or whoever holds a role. */
export type Recipient =
  | { readonly kind: 'person'; readonly personId: string }
  | { readonly kind: 'role'; readonly role: string };

export interface Notice {
  readonly kind: NoticeKind;
  readonly to: Recipient;
  /** What makes it this one and no other: a registration's id with what happened to it. The same is told once. */
  readonly about: string;
  /** What the template may name: `{{memberName}}`, `{{className}}`, ... */
  readonly values: Readonly<Record<string, string | number>>;
  /** The record it leads to. */
  readonly link?: { readonly type: 'class' | 'registration' | 'award' | 'certification'; readonly id: string };
}

/** A notice as the table holds it until it was told; the stream then sends it on. */
export interface NoticeItem extends Notice {
  readonly type: 'notice';
  readonly createdAt: string;
  /** Epoch seconds. */
  readonly ttl: number;
}

const keptFor = 400 * 24 * 3600;

export const noticeKey = (tenant: TenantStore, { kind, about, to }: Pick<Notice, 'kind' | 'about' | 'to'>): Key<NoticeItem> =>
  tenant.key(`NOTICE#${kind}#${about}#${to.kind === 'person' ? to.personId : `role:${to.role}`}`, 'NOTICE');

/** Has somebody told something: add it to the transaction that is its cause. Written twice, it is told once. */
export const notice = (tenant: TenantStore, told: Notice, now: Date): Change =>
  put(noticeKey(tenant, told), {
    ...told,
    type: 'notice',
    createdAt: now.toISOString(),
    ttl: Math.floor(now.getTime() / 1000) + keptFor,
  });
