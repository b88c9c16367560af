// Notifications about credits.

import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { sumAmounts } from '../../../../shared/money/amount.ts';
import { queueNotification } from '../../notifications/notification-message.ts';
import { formatCredits } from '../training-record/credit.ts';
import type { CompletionItem, CreditItem } from '../training-record/training-record.ts';

/** Notifies a person of credits that were granted together; nothing when there are none. */
export function notifyCreditsGranted(
  tenant: TenantStore,
  credits: readonly CreditItem[],
  memberName: string,
  now: Date,
): Change[] {
  const [first] = credits;
  if (first === undefined) return [];
  return [
    queueNotification(
      tenant,
      {
        kind: 'creditsGranted',
        to: { kind: 'person', personId: first.personId },
        about: first.id,
        values: {
          memberName,
          credits: formatCredits(credits),
          totalCredits: sumAmounts(credits.map(({ credits: amount }) => amount)),
          courseName: first.courseName ?? first.note ?? '',
          earnedDate: first.earnedDate,
        },
      },
      now,
    ),
  ];
}

/** Tells a person why a course that they completed gave no credits. */
export const notifyCreditsWithheld = (
  tenant: TenantStore,
  { id, personId, courseName, completedDate }: CompletionItem,
  memberName: string,
  reason: string,
  now: Date,
): Change =>
  queueNotification(
    tenant,
    {
      kind: 'creditsWithheld',
      to: { kind: 'person', personId },
      about: id,
      values: { memberName, courseName, earnedDate: completedDate, reason },
    },
    now,
  );
