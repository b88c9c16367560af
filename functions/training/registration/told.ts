// Who is told what when a registration takes a step.
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type Notice, type NoticeKind, notice } from '../notifications/notice.ts';
import type { RegistrationItem } from './registration.ts';
import type { Step } from './seats.ts';

/** Who decided last in its approval, and at which step. */
function decisionOf({ approval }: RegistrationItem): Notice['values'] {
  const last = approval?.events.findLast(({ action }) => action === 'approved' || action === 'denied');
  return last ? { decidedByName: last.byName ?? '', stepName: approval?.steps[last.step]?.name ?? '' } : {};
}

/** A notice about a registration, to its member. What is told is told once for each step of its history. */
export const told = (
  tenant: TenantStore,
  kind: NoticeKind,
  registration: RegistrationItem,
  now: Date,
  more: Notice['values'] = {},
): Change =>
  notice(
    tenant,
    {
      kind,
      to: { kind: 'person', personId: registration.memberId },
      about: `${registration.id}#${registration.history.length}`,
      values: {
        memberName: registration.memberName,
        className: registration.sectionName,
        classStartsAt: registration.classStartsAt,
        confirmationNumber: registration.confirmationNumber,
        amountDue: registration.payment.state === 'unpaid' ? registration.payment.amountDue : 0,
        reason: registration.history.at(-1)?.reason ?? '',
        offerExpiresAt: registration.offerExpiresAt ?? '',
        ...decisionOf(registration),
        ...more,
      },
      link: { type: 'registration', id: registration.id },
    },
    now,
  );

/** What the member of a step is told; nothing where the state stays, and of attendance. */
function kindOf({ before, after }: Step): NoticeKind | undefined {
  if (before?.status === after.status) return undefined;
  switch (after.status) {
    case 'Confirmed':
      if (before?.status === 'PendingApproval') return 'registrationApproved';
      if (before?.status === 'Waitlisted') return 'registrationPromoted';
      return before === undefined || before.status === 'Offered' ? 'registrationConfirmed' : undefined;
    case 'PendingApproval':
      return before?.status === 'Waitlisted' ? 'registrationPromoted' : 'registrationPending';
    case 'Waitlisted':
      return 'registrationWaitlisted';
    case 'Offered':
      return 'registrationPromoted';
    case 'Denied':
      return 'registrationDenied';
    case 'Cancelled':
      return 'registrationCancelled';
    case 'Expired':
      return before?.status === 'Offered' ? 'offerExpired' : 'registrationCancelled';
    case 'Transferred':
      return 'registrationTransferred';
    default:
      return undefined;
  }
}

/** The notice of a step. */
export function noticesOf(tenant: TenantStore, step: Step, now: Date): Change[] {
  const kind = kindOf(step);
  return kind === undefined ? [] : [told(tenant, kind, step.after, now)];
}
