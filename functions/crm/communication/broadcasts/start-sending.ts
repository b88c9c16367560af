// What begins to send a broadcast: by request, on the release of a draft that waited, or without one.
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { BroadcastItem, clocks } from '../../../../shared/broadcasts/broadcast.ts';
import { broadcastRuns, callJob, loadTexts, saveBroadcast } from '../../../../shared/broadcasts/store.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict, invalid } from '../../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { startRun } from '../../../../shared/jobs/leased-run.ts';
import {
  assertApproved,
  assertHasPostalAddress,
  loadMailSettings,
} from '../../../../shared/mail-settings/mail-settings.ts';
import { describeLostFields } from '../message-templates/lost-fields.ts';
import { putLinks } from './clicks/named-links.ts';
import { listZoneTimes, toInstant } from './run/due-time.ts';
import { stopWaiting } from './waiting/stop-waiting.ts';

interface SendingContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  /** By the tenant's clock. */
  readonly now: Date;
  /** Real time, by which broadcasts run. */
  readonly receivedAt: Date;
  readonly newId: () => string;
  readonly ifMatch?: IfMatch | undefined;
}

/** When a broadcast is sent, and who sends it. */
interface Sending {
  readonly sendAt?: string | null | undefined;
  readonly clock?: (typeof clocks)[number] | null | undefined;
  readonly sentBy: string;
}

/**
 * The broadcast as it is sent, and the changes that begin it. Whether its state allows that is asked before.
 * @throws Failure 409 without a postal address where the law asks for one, without an approval where the tenant asks for one, and for fields that cannot be filled in; 400 for a
 * time that is over
 */
export async function startSending(
  { tenant, settings, now, receivedAt, newId, ifMatch }: SendingContext,
  before: BroadcastItem,
  { sentBy, ...when }: Sending,
): Promise<{ readonly after: BroadcastItem; readonly changes: readonly Change[] }> {
  const [mailSettings, texts] = await Promise.all([loadMailSettings(tenant), loadTexts(tenant, before.id)]);
  assertHasPostalAddress(mailSettings);
  assertApproved(mailSettings, before);
  const lost = await describeLostFields(tenant, texts);
  if (lost !== undefined) throw conflict(lost);
  const clock = when.clock ?? 'tenant';
  const sendAt = when.sendAt ?? undefined;
  const instant = sendAt === undefined ? receivedAt.getTime() : toInstant(sendAt, settings.timeZone);
  if (instant < receivedAt.getTime())
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: `${sendAt} is over in ${settings.timeZone}; leave sendAt out to send it now.`,
        target: 'sendAt',
      },
    ]);
  // Recipients whose clocks are ahead get it first.
  const zoneTimes = listZoneTimes({ sendAt, clock }, settings.timeZone);
  const dueAt = Math.max(zoneTimes?.[0] ?? instant, receivedAt.getTime());
  const after: BroadcastItem = {
    ...before,
    status: zoneTimes || dueAt > receivedAt.getTime() ? 'scheduled' : 'sending',
    ...(sendAt !== undefined && { sendAt, clock }),
    ...{ dueDate: new Date(dueAt).toISOString(), sentBy },
    ...{ version: before.version + 1, modifiedDate: now.toISOString() },
  };
  const run = {
    ...({ type: 'broadcast-run', id: after.id, runId: newId(), source: 0, isCollected: false } as const),
    ...startRun(receivedAt),
    ...{ zoneTimes, dueAt },
  };
  return {
    after,
    changes: [
      saveBroadcast(tenant, before, after, ifMatch),
      ...stopWaiting(tenant, before),
      broadcastRuns.put(tenant, undefined, run),
      callJob(tenant, after.id, newId()),
      ...(after.tracksClicks ? [putLinks(tenant, after.id, texts.mjml)] : []),
    ],
  };
}
