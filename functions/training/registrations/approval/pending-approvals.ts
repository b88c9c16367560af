// Stores pending approvals: a short entry each, listed by assignee, and all of them by time.

import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { approvalTimer, setApprovalTimer } from '../../../../shared/directory/people/leaving.ts';
import { clearTimer } from '../../../../shared/schedule/timers.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { queueNotification } from '../../notifications/notification-message.ts';
import type { Assignee } from '../../settings/approval-chains/approval-chain.ts';
import { type Approval, type RegistrationItem, registrationSort } from '../record/registration.ts';
import { escalationDueAt, stepStartedAt } from './approval.ts';

/** What a pending approval states of its registration. */
const registrationFields = [
  'id',
  'createdDate',
  'classId',
  'sectionName',
  'classStartsAt',
  'memberId',
  'memberName',
  'organizationName',
  'justification',
] as const;

/** A step that waits for a decision, under the id of its registration. */
export interface PendingApprovalItem
  extends Pick<RegistrationItem, (typeof registrationFields)[number]>,
    Pick<Approval, 'chainName' | 'isEscalated'> {
  readonly type: 'pending-approval';
  readonly stepName: string;
  /** 1-based, of `steps`. */
  readonly step: number;
  readonly steps: number;
  readonly assignee: Assignee;
  readonly askedAt: string;
  readonly escalatesAt?: string | undefined;
}

/** All pending approvals, in the order of their registrations. */
export const pendingApprovals = (tenant: TenantStore): Partition<PendingApprovalItem> =>
  tenant.partition('APPROVALS');
/** The pending approvals of a person or role, in the order in which the steps started. */
export const approvalsByAssignee = (
  tenant: TenantStore,
  assignee: Assignee,
): Partition<PendingApprovalItem> =>
  tenant.listing(
    `APPROVALS-OF#${assignee.kind === 'role' ? `role:${assignee.role}` : `person:${assignee.personId}`}`,
  );
/** The sort key of a pending approval among those of its assignee. */
export const pendingSort = ({ askedAt: since, id }: Pick<PendingApprovalItem, 'askedAt' | 'id'>): string =>
  `${since}#${id}`;

/** The key of what waits for the approval of a registration. */
export const pendingKey = (
  tenant: TenantStore,
  registration: Pick<RegistrationItem, 'createdDate' | 'id'>,
): Key<PendingApprovalItem> => tenant.key('APPROVALS', registrationSort(registration));

/** A registration's approval if it waits for somebody. */
const getPendingApproval = (
  registration: RegistrationItem | undefined,
): (Approval & { readonly assignee: Assignee }) | undefined => {
  if (registration?.status !== 'PendingApproval') return undefined;
  const { approval } = registration;
  return approval?.assignee ? { ...approval, assignee: approval.assignee } : undefined;
};

/**
 * When a step is looked at for the first time: with a person at once, as they may have left at the same moment, otherwise
 * when it escalates.
 */
const firstLookAt = (approval: Approval | undefined, now: Date): Date | undefined =>
  approval?.assignee?.kind === 'person' ? now : approval && escalationDueAt(approval);

const buildPendingApproval = (
  registration: RegistrationItem,
  approval: Approval & { readonly assignee: Assignee },
): PendingApprovalItem => ({
  type: 'pending-approval',
  ...pick(registration, registrationFields),
  ...pick(approval, ['chainName', 'isEscalated']),
  stepName: approval.steps[approval.current]?.name ?? '',
  step: approval.current + 1,
  steps: approval.steps.length,
  assignee: approval.assignee,
  askedAt: stepStartedAt(approval) ?? registration.createdDate,
  escalatesAt: escalationDueAt(approval)?.toISOString(),
});

/**
 * The writes for a change of a registration's approval, other than the registration: the entry of the assignee, the
 * timer that looks at it, and the notification of the assignee. Belongs in every transaction that writes a registration whose
 * approval or status changes; at most three writes, none when the approval is the same.
 *
 * @param before undefined for a new registration
 */
export function buildApprovalChanges(
  tenant: TenantStore,
  before: RegistrationItem | undefined,
  after: RegistrationItem,
  now: Date,
): Change[] {
  const [was, is] = [getPendingApproval(before), getPendingApproval(after)];
  if (was && is && was.events.length === is.events.length) return [];
  const wasDue = firstLookAt(was, now);
  if (!is) {
    if (!was) return [];
    return [
      remove(pendingKey(tenant, after)),
      ...(wasDue ? [clearTimer(tenant, approvalTimer, after.id)] : []),
    ];
  }
  const entry = buildPendingApproval(after, is);
  const dueAt = firstLookAt(is, now);
  return [
    put(pendingKey(tenant, after), entry, {
      listed: { listing: approvalsByAssignee(tenant, is.assignee), sort: pendingSort(entry) },
    }),
    ...(dueAt ? [setApprovalTimer(tenant, after.id, dueAt)] : []),
    ...(wasDue && !dueAt ? [clearTimer(tenant, approvalTimer, after.id)] : []),
    queueNotification(
      tenant,
      {
        kind: 'approvalAsked',
        to: is.assignee,
        about: `${after.id}#${is.events.length}`,
        values: {
          memberName: after.memberName,
          organizationName: after.organizationName ?? '',
          className: after.sectionName,
          classStartsAt: after.classStartsAt,
          confirmationNumber: after.confirmationNumber,
          amountDue: after.payment.amountDue,
          chainName: is.chainName,
          stepName: entry.stepName,
          justification: after.justification ?? '',
        },
        link: { type: 'registration', id: after.id },
        bound: is.events.length,
      },
      now,
    ),
  ];
}
