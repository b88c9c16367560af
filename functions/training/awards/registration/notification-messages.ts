// The notifications of the applicant and of the office when a registration for an award is made, decided or withdrawn.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { fromMinorUnits } from '../../../../shared/money/currency.ts';
import type { NotificationKind } from '../../notifications/notification-kinds.ts';
import { type NotificationMessage, queueNotification } from '../../notifications/notification-message.ts';
import { deriveBalance } from '../../payments/ledger.ts';
import { openAwardLedger } from '../../records/training-record/award-ledger.ts';
import type { AwardRegistrationItem } from '../../records/training-record/certification.ts';
import type { AwardRegistrationStatus } from './award-registration.ts';

/** Who is notified of a step, by the status that it leads to. Awarding has a notification of its own. */
const kinds: Readonly<
  Record<
    AwardRegistrationStatus,
    { readonly applicant?: NotificationKind; readonly office?: NotificationKind }
  >
> = {
  PendingApproval: { applicant: 'awardRegistrationPending', office: 'awardRegistrationAsked' },
  Active: { applicant: 'awardRegistrationActive', office: 'awardRegistrationBegun' },
  Denied: { applicant: 'awardRegistrationDenied' },
  Withdrawn: { applicant: 'awardRegistrationWithdrawn', office: 'awardRegistrationEnded' },
  Awarded: {},
};

/**
 * Notifies the applicant, and the office where it did not decide itself.
 * @param before undefined for a new registration
 * @param officeRole the role whose holders look after awards
 */
export function notifyAwardRegistration(
  tenant: TenantStore,
  before: AwardRegistrationItem | undefined,
  after: AwardRegistrationItem,
  officeRole: string,
  now: Date,
): Change[] {
  const { id, personId, personName, awardId, awardName, status, justification, reason, ledger } = after;
  const { applicant, office } = kinds[status];
  const isDecision = before !== undefined && (status === 'Active' || status === 'Denied');
  const opened = ledger && openAwardLedger(after, ledger.currency);
  const owed = opened ? fromMinorUnits(deriveBalance(opened).owed, opened.currency) : 0;
  const notify = (kind: NotificationKind, to: NotificationMessage['to']): Change =>
    queueNotification(
      tenant,
      {
        ...{ kind, to, about: `${id}#${after.version}` },
        values: {
          ...{ memberName: personName, awardName, amountDue: owed },
          ...{ justification: justification ?? '', reason: reason ?? '' },
        },
        link: { type: 'award', id: awardId },
      },
      now,
    );
  return [
    ...(applicant ? [notify(applicant, { kind: 'person', personId })] : []),
    // People who approve for the office need no notification of it.
    ...(office && !isDecision ? [notify(office, { kind: 'role', role: officeRole })] : []),
  ];
}
