// Runs a broadcast: collects its recipients, then sends as mails become due, until every recipient has it or never will. It may
// stop anywhere.

import { type TenantItem, tenantKey } from '../../../../shared/auth/records.ts';
import type { BroadcastItem, BroadcastRunItem } from '../../../../shared/broadcasts/broadcast.ts';
import {
  broadcastRuns,
  callJob,
  findBroadcast,
  loadFigures,
  saveBroadcast,
} from '../../../../shared/broadcasts/store.ts';
import { cancelBroadcast } from '../../../../shared/campaigns/invitation.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type RunContext, type RunSteps, workOnRun } from '../../../../shared/jobs/leased-run.ts';
import type { MailSender } from '../../../../shared/mail/deliver.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { collectPage } from './collect-recipients.ts';
import { createMailRenderer, isOfEndedCampaign } from './render-mail.ts';
import { sendPage } from './send-page.ts';
import type { TakenBroadcast } from './taken-broadcast.ts';

/** What a run needs beside the time. */
export interface BroadcastContext extends RunContext {
  readonly openSender: () => Promise<MailSender>;
}

/** The most mails between two looks at the broadcast, which may be paused meanwhile. */
export const MAILS_PER_LOOK = 25;
const MINUTE = 60_000;
/** How long to wait for the index, which shows recipients a moment after they were written. */
const INDEX_DELAY = 5_000;

const isRunning = ({ status }: BroadcastItem): boolean => status === 'scheduled' || status === 'sending';

/** A run that is paused keeps its position until somebody resumes the broadcast, which makes it due. */
const PAUSE = 10 * 365 * 24 * 3600_000;

/** Puts off the run of a paused broadcast, and ends that of a cancelled one. */
async function stopRun({ tenant, run }: TakenBroadcast, item: BroadcastItem | undefined) {
  if (item?.status === 'paused') return { delay: PAUSE };
  await commit([broadcastRuns.remove(tenant, run)]);
  return 'done' as const;
}

/** Cancels the invitation of a campaign that is over. */
async function cancelRun({ tenant, item, run }: TakenBroadcast, now: Date) {
  await commit([saveBroadcast(tenant, item, cancelBroadcast(item, now)), broadcastRuns.remove(tenant, run)]);
  return 'done' as const;
}

/** Whether every recipient is done with. */
async function isComplete({ tenant, item }: TakenBroadcast): Promise<boolean> {
  const figures = await loadFigures(tenant, item.id);
  const done = ['sent', 'skipped', 'failed'].reduce((sum, name) => sum + (figures[name] ?? 0), 0);
  return done >= (figures.recipients ?? 0);
}

async function complete(taken: TakenBroadcast, now: Date): Promise<void> {
  const { tenant, item, run } = taken;
  const after: BroadcastItem = {
    ...item,
    status: 'sent',
    completedDate: now.toISOString(),
    version: item.version + 1,
    modifiedDate: now.toISOString(),
  };
  await commit([saveBroadcast(tenant, item, after), broadcastRuns.remove(tenant, run)]);
}

/** Starts sending once the time has come. */
async function begin(taken: TakenBroadcast, now: Date): Promise<void> {
  const { tenant, item } = taken;
  if (item.status === 'sending') return;
  const after: BroadcastItem = {
    ...item,
    status: 'sending',
    version: item.version + 1,
    modifiedDate: now.toISOString(),
  };
  await commit([saveBroadcast(tenant, item, after)]);
  taken.item = after;
}

/** Sends while there is time; how long to wait afterwards, or that all is done. */
async function sendAll(
  taken: TakenBroadcast,
  { now, isInTime }: RunContext,
  { send }: MailSender,
): Promise<'done' | 'more' | { readonly delay: number }> {
  const { tenant, item, settings } = taken;
  const sending = { render: await createMailRenderer(taken, tenantTime(settings, now())), now, send };
  // So many at once, then a pause: a minute, or longer where a whole mail takes longer.
  const perMinute = item.perHour === undefined ? Number.POSITIVE_INFINITY : Math.ceil(item.perHour / 60);
  let left = perMinute;
  while (isInTime()) {
    const current = await findBroadcast(tenant, item.id);
    if (!current || !isRunning(current)) return stopRun(taken, current);
    taken.item = current;
    if (await isOfEndedCampaign(taken, tenantTime(settings, now()))) return cancelRun(taken, now());
    if (left <= 0)
      return {
        delay: Math.round(MINUTE * (Math.ceil((item.perHour ?? 0) / 60) / ((item.perHour ?? 1) / 60))),
      };
    const result = await sendPage(taken, Math.min(left, MAILS_PER_LOOK), sending);
    // Who is skipped takes no time from the others.
    if ('mails' in result) left -= result.mails;
    else if (result.nextDueAt !== undefined)
      return { delay: Math.max(0, result.nextDueAt - now().getTime()) };
    else if (await isComplete(taken)) {
      await complete(taken, now());
      return 'done';
    } else return { delay: INDEX_DELAY };
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
    if (!isRunning(taken.item)) return stopRun(taken, taken.item);
    if (await isOfEndedCampaign(taken, tenantTime(taken.settings, context.now())))
      return cancelRun(taken, context.now());
    await begin(taken, context.now());
    while (!taken.run.isCollected) {
      await collectPage(taken, context.now);
      if (!context.isInTime()) return 'more';
    }
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
    const put = { ...run, tries: 0, dueAt: context.now().getTime() + PAUSE, version: run.version + 1 };
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
