// Tells whoever started a run that it has ended. Who is no person of the directory, such as a client, has the office told.
import { subjectKey } from '../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { NotificationKind } from '../../notifications/notification-kinds.ts';
import { type NotificationMessage, queueNotification } from '../../notifications/notification-message.ts';
import { getOfficeRole, loadTrainingSettings } from '../../training-settings.ts';
import type { Awarding, AwardingItem } from './awarding.ts';

const findKind = ({ status, isPreview }: AwardingItem): NotificationKind => {
  if (status === 'Failed') return 'awardingFailed';
  return isPreview ? 'awardingPreviewed' : 'awardingDone';
};

async function findRecipient(
  tenant: TenantStore,
  { requestedBy }: AwardingItem,
): Promise<NotificationMessage['to']> {
  const personId = (await tenant.get(subjectKey(tenant, requestedBy)))?.personId;
  if (personId !== undefined) return { kind: 'person', personId };
  const { certification } = await loadTrainingSettings(tenant);
  return { kind: 'role', role: getOfficeRole(certification) };
}

/** The notification of the end of a run, to be written with it. */
export async function notifyAwardingEnd(
  tenant: TenantStore,
  { run, progress }: Awarding,
  now: Date,
): Promise<Change> {
  const { id, version, awardId, awardName, failure } = run;
  return queueNotification(
    tenant,
    {
      ...{ kind: findKind(run), to: await findRecipient(tenant, run), about: `${id}#${version}` },
      values: {
        awardName,
        awardedCount: String(progress.awarded),
        refusedCount: String(progress.refused),
        reason: failure?.reason ?? '',
      },
      link: { type: 'award', id: awardId },
    },
    now,
  );
}
