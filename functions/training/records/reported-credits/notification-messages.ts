// Notifications about reported credits: to the reviewers when one is submitted, to the person when it is decided.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { NotificationValues } from '../../notifications/merge-fields.ts';
import { queueNotification } from '../../notifications/notification-message.ts';
import type { SelfReportedSettings } from '../../training-settings.ts';
import { formatCredits } from '../training-record/credit.ts';
import type { ReportedCreditItem } from './reported-credit.ts';

const getValues = (report: ReportedCreditItem): NotificationValues => ({
  memberName: report.personName,
  credits: formatCredits([report]),
  activity: report.activity,
  provider: report.provider ?? '',
  earnedDate: report.earnedDate,
  reason: report.reason ?? '',
});

/** Notifies the holders of the reviewers' role, if there is one, of a report that was submitted. */
export const notifyReviewers = (
  tenant: TenantStore,
  report: ReportedCreditItem,
  settings: SelfReportedSettings | undefined,
  now: Date,
): Change[] =>
  settings?.reviewerRole === undefined
    ? []
    : [
        queueNotification(
          tenant,
          {
            kind: 'creditsReported',
            to: { kind: 'role', role: settings.reviewerRole },
            about: `${report.id}#${report.submittedDate}`,
            values: getValues(report),
          },
          now,
        ),
      ];

/** Notifies the person of a decision. */
export const notifyReporter = (
  tenant: TenantStore,
  kind: 'reportedCreditsApproved' | 'reportedCreditsReturned' | 'reportedCreditsRejected',
  report: ReportedCreditItem,
  now: Date,
  more: NotificationValues = {},
): Change =>
  queueNotification(
    tenant,
    {
      kind,
      to: { kind: 'person', personId: report.personId },
      about: `${report.id}#${report.history.length}`,
      values: { ...getValues(report), ...more },
    },
    now,
  );
