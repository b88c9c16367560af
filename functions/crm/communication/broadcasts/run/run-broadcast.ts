// Runs a broadcast: collects its recipients, then sends as mails become due, until every recipient has it or never will. It may
// stop anywhere.

import { type TenantItem, tenantKey } from '../../../../../shared/auth/accounts/records.ts';
import { loadFigures } from '../../../../../shared/broadcast-figures/figures.ts';
import type { BroadcastItem, BroadcastRunItem } from '../../../../../shared/broadcasts/broadcast.ts';
import {
  broadcastRuns,
  callJob,
  findBroadcast,
  saveBroadcast,
} from '../../../../../shared/broadcasts/store.ts';
import { cancelBroadcast } from '../../../../../shared/campaigns/invitation.ts';
import { commit } from '../../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { type RunContext, type RunSteps, workOnRun } from '../../../../../shared/jobs/leased-run.ts';
import type { AttachedFile } from '../../../../../shared/mail/attached-files.ts';
import type { MailSender } from '../../../../../shared/mail/deliver.ts';
import { findMailOrigin, findSendingStop } from '../../../../../shared/mail-sender/mail-origin.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { collectPage, hasDueAudience } from './collect-recipients.ts';
import { findRisk } from './find-risk.ts';
import { complete, INDEX_DELAY, settleCancelled } from './finish.ts';
import { createMailRenderer, isOfEndedCampaign } from './render-mail.ts';
import { sendPage } from './send-page.ts';
import type { TakenBroadcast } from './taken-broadcast.ts';

/** What a run needs beside the time. */
export interface BroadcastContext extends RunContext {
  readonly openSender: () => Promise<MailSender>;
}

/** What a part of the work leaves: all is done, more to do, or nothing to do before a delay in milliseconds. */
type Result = 'done' | 'more' | { readonly delay: number };

/** The most mails between two looks at the broadcast, which may be paused meanwhile. */
export const MAILS_PER_LOOK = 25;
/** Mails with attachments that are sent at once: each is in memory as a whole. */
export const MAILS_WITH_FILES = 5;
const MINUTE = 60_000;

const isRunning = ({ status }: BroadcastItem): boolean => status === 'scheduled' || status === 'sending';

/** A run that is paused keeps its position until the broadcast is resumed, which makes it due, or cancelled. */
const PAUSE = 10 * 365 * 24 * 3600_000;

/** Puts off the run of a paused broadcast, and ends that of a cancelled one. */
async function stopRun(
  taken: TakenBroadcast,
  item: BroadcastItem | undefined,
  context: RunContext,
): Promise<Result> {
  if (item?.status === 'paused') return { delay: PAUSE };
  if (item?.status === 'cancelled') return settleCancelled(taken, context);
  await commit([broadcastRuns.remove(taken.tenant, taken.run)]);
  return 'done';
}

/** What stops the work: the broadcast was paused or cancelled, or the campaign whose invitation it is has ended. */
async function findStop(taken: TakenBroadcast, context: RunContext): Promise<Result | undefined> {
  const { tenant, item, settings } = taken;
  const current = await findBroadcast(tenant, item.id);
  if (!current || !isRunning(current)) return stopRun(taken, current, context);
  taken.item = current;
  const now = context.now();
  if (!(await isOfEndedCampaign(taken, tenantTime(settings, now)))) return undefined;
  const cancelled = cancelBroadcast(current, now);
  await commit([saveBroadcast(tenant, current, cancelled)]);
  return stopRun(taken, cancelled, context);
}

/** Pauses a broadcast for a reason. */
async function pause(
  { tenant, item }: TakenBroadcast,
  fields: Pick<BroadcastItem, 'pausedReason' | 'reports'>,
  now: Date,
): Promise<Result> {
  const paused: BroadcastItem = {
    ...{ ...item, ...fields, status: 'paused' },
    ...{ version: item.version + 1, modifiedDate: now.toISOString() },
  };
  await commit([saveBroadcast(tenant, item, paused)]);
  return { delay: PAUSE };
}

/** Pauses a broadcast because of what mail systems report about it. One query. */
async function pauseForReports(taken: TakenBroadcast, now: Date): Promise<Result | undefined> {
  const { tenant, item } = taken;
  if (item.reports !== undefined) return undefined;
  const pausedReason = findRisk(await loadFigures(tenant, item.id));
  return pausedReason === undefined ? undefined : pause(taken, { pausedReason, reports: 'paused' }, now);
}

/** Pauses a broadcast of a tenant whose mails the mail system has stopped. */
async function pauseWhereStopped(taken: TakenBroadcast, now: Date): Promise<Result | undefined> {
  const pausedReason = await findSendingStop(taken.tenant);
  return pausedReason === undefined ? undefined : pause(taken, { pausedReason }, now);
}

/** Shows that it is sending once the time has come, with the recipients' clocks that of the first of them. */
async function begin(taken: TakenBroadcast, now: Date): Promise<void> {
  const { tenant, item, run } = taken;
  if (item.status === 'sending' || (!run.isCollected && !run.hasRecipients)) return;
  const after: BroadcastItem = {
    ...item,
    status: 'sending',
    version: item.version + 1,
    modifiedDate: now.toISOString(),
  };
  await commit([saveBroadcast(tenant, item, after)]);
  taken.item = after;
}

/** Collects the audience as far as it is due. */
async function collectDue(taken: TakenBroadcast, context: RunContext): Promise<Result | undefined> {
  while (hasDueAudience(taken.run, context.now())) {
    if (!context.isInTime()) return 'more';
    const stop = await findStop(taken, context);
    if (stop) return stop;
    await collectPage(taken, context.now);
  }
  await begin(taken, context.now());
  return undefined;
}

/** What is left when no mail is due: to wait for the next mail or time zone, or to end. */
async function waitOrComplete(
  taken: TakenBroadcast,
  nextDueAt: number | undefined,
  now: Date,
): Promise<'done' | { readonly delay: number }> {
  const [zoneTime] = taken.run.isCollected ? [] : (taken.run.zoneTimes ?? []);
  const next = Math.min(nextDueAt ?? Number.POSITIVE_INFINITY, zoneTime ?? Number.POSITIVE_INFINITY);
  if (Number.isFinite(next)) return { delay: Math.max(0, next - now.getTime()) };
  return (await complete(taken, now)) ? 'done' : { delay: INDEX_DELAY };
}

/** What goes with every mail; undefined for a broadcast without attachments. */
async function loadFiles({ tenant, item }: TakenBroadcast, now: Date): Promise<AttachedFile[] | undefined> {
  if (!item.attachments) return undefined;
  const { loadAttachedFiles } = await import('../../../../../shared/mail/attached-files.ts');
  const ids = item.attachments.map(({ id }) => id);
  const files = await loadAttachedFiles(tenant, ids, now);
  if (files.length < ids.length) throw new Error(`An attachment of the broadcast ${item.id} is missing`);
  return files;
}

/** Sends while there is time; how long to wait afterwards, or that all is done. */
async function sendAll(taken: TakenBroadcast, context: RunContext, { send }: MailSender): Promise<Result> {
  const { item, settings } = taken;
  const { now, isInTime } = context;
  const [render, files, origin] = await Promise.all([
    createMailRenderer(taken, tenantTime(settings, now())),
    loadFiles(taken, now()),
    findMailOrigin(taken.tenant),
  ]);
  const sending = { render, files, origin, now, send };
  // So many at once, then a pause: a minute, or longer where a whole mail takes longer.
  const perMinute = item.perHour === undefined ? Number.POSITIVE_INFINITY : Math.ceil(item.perHour / 60);
  let left = perMinute;
  while (isInTime()) {
    const stop =
      (await findStop(taken, context)) ??
      (await collectDue(taken, context)) ??
      (await pauseForReports(taken, tenantTime(settings, now())));
    if (stop) return stop;
    if (left <= 0)
      return {
        delay: Math.round(MINUTE * (Math.ceil((item.perHour ?? 0) / 60) / ((item.perHour ?? 1) / 60))),
      };
    const result = await sendPage(taken, Math.min(left, files ? MAILS_WITH_FILES : MAILS_PER_LOOK), sending);
    // Who is skipped takes no time from the others.
    if ('mails' in result) left -= result.mails;
    else return waitOrComplete(taken, result.nextDueAt, now());
  }
  return 'more';
}

const planSteps = (
  tenant: TenantStore,
  id: string,
  context: BroadcastContext,
): RunSteps<BroadcastRunItem, TakenBroadcast> => ({
  name: `broadcast ${id} of ${tenant.code}`,
  runs: broadcastRuns,
  async work(taken) {
    const stop =
      (await findStop(taken, context)) ??
      (await collectDue(taken, context)) ??
      (await pauseWhereStopped(taken, tenantTime(taken.settings, context.now())));
    if (stop) return stop;
    if (!context.isInTime()) return 'more';
    const sender = await context.openSender();
    return sendAll(taken, context, sender).finally(sender.close);
  },
  callAgain: () => callJob(tenant, id, context.newId()),
  // A broadcast has no state for it: whoever reads the broadcast sees that it is paused, and may resume it.
  fail: async ({ item, run }, reason) => {
    const after: BroadcastItem = {
      ...item,
      status: 'paused',
      pausedReason: reason,
      version: item.version + 1,
    };
    const put = {
      ...run,
      tries: 0,
      dueAt: context.now().getTime() + PAUSE,
      heldBy: undefined,
      version: run.version + 1,
    };
    await commit([saveBroadcast(tenant, item, after), broadcastRuns.put(tenant, run, put)]);
  },
  survivesCuts: true,
  explainLastTry: ({ tries }) => `It was tried ${tries} times without progress; resume it to try again.`,
});

/** Continues a broadcast, unless another worker has it. */
export async function runBroadcast(
  tenant: TenantStore,
  id: string,
  context: BroadcastContext,
): Promise<void> {
  const [item, run, settings] = await Promise.all([
    findBroadcast(tenant, id),
    tenant.get(broadcastRuns.key(tenant, id), { consistent: true }),
    tenant.get(tenantKey(tenant)),
  ]);
  // A suspended tenant's broadcasts wait until it is active again.
  if (!item || !run || settings?.status !== 'active') return;
  const found: TakenBroadcast = { tenant, settings: settings as TenantItem, item, run };
  await workOnRun(found, planSteps(tenant, id, context), context.now);
}
