// POST /api/v1/Broadcasts/{id}/Send

import { assertMay, type BroadcastItem } from '../../../shared/broadcasts/broadcast.ts';
import {
  broadcastRuns,
  callJob,
  loadTexts,
  requireBroadcast,
  saveBroadcast,
} from '../../../shared/broadcasts/store.ts';
import { conflict, invalid } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { reply, write } from '../../../shared/http/reply.ts';
import { startRun } from '../../../shared/jobs/leased-run.ts';
import {
  assertApproved,
  assertHasPostalAddress,
  loadMailSettings,
} from '../../../shared/mail-settings/mail-settings.ts';
import { describeLostFields } from '../message-templates/lost-fields.ts';
import { putLinks } from './clicks/named-links.ts';
import { sendBroadcast } from './contract.ts';
import { loadAndPresent } from './present.ts';
import { listZoneTimes, toInstant } from './run/due-time.ts';

export const handler = lambda(sendBroadcast, async (context) => {
  const { tenant, settings, caller, params, body, now, receivedAt, newId, ifMatch } = context;
  const before = await requireBroadcast(tenant, params.id);
  assertMay('send', before);
  const [mailSettings, texts] = await Promise.all([loadMailSettings(tenant), loadTexts(tenant, before.id)]);
  assertHasPostalAddress(mailSettings);
  assertApproved(mailSettings, before);
  const lost = await describeLostFields(tenant, texts);
  if (lost !== undefined) throw conflict(lost);
  const clock = body.clock ?? 'tenant';
  const sendAt = body.sendAt ?? undefined;
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
    ...{ dueDate: new Date(dueAt).toISOString(), sentBy: caller.subject },
    ...{ version: before.version + 1, modifiedDate: now.toISOString() },
  };
  const run = {
    ...({ type: 'broadcast-run', id: after.id, runId: newId(), source: 0, isCollected: false } as const),
    ...startRun(receivedAt),
    ...{ zoneTimes, dueAt },
  };
  return write(
    [
      saveBroadcast(tenant, before, after, ifMatch),
      broadcastRuns.put(tenant, undefined, run),
      callJob(tenant, after.id, newId()),
      ...(after.tracksClicks ? [putLinks(tenant, after.id, texts.mjml)] : []),
    ],
    reply(202, await loadAndPresent(tenant, after), { version: after.version, isComposed: true }),
  );
});
