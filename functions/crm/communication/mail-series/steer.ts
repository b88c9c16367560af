// Starts, pauses, resumes and ends series, with the broadcasts that their steps are.
import type { BroadcastItem, BroadcastRunItem } from '../../../../shared/broadcasts/broadcast.ts';
import {
  broadcastRuns,
  callForCancelled,
  callJob,
  saveBroadcast,
} from '../../../../shared/broadcasts/store.ts';
import { findWriters } from '../../../../shared/broadcasts/writers.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import {
  assertAllows,
  requireSeries,
  type SeriesItem,
  saveSeries,
} from '../../../../shared/mail-series/series.ts';
import {
  assertHasPostalAddress,
  loadMailSettings,
  type MailSettings,
} from '../../../../shared/mail-settings/mail-settings.ts';
import { loadSteps, presentSeries } from './present.ts';
import { addTask } from './run/series-run.ts';

interface SteeringContext {
  readonly tenant: TenantStore;
  readonly caller: { readonly subject: string; readonly kind: string };
  readonly params: { readonly id: string };
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/** What an action makes of a series, and of the broadcasts of its steps. */
const states = {
  start: { series: 'active', step: 'sending' },
  pause: { series: 'paused', step: 'paused' },
  resume: { series: 'active', step: 'sending' },
  end: { series: 'ended', step: 'cancelled' },
} as const satisfies Readonly<
  Record<string, { readonly series: SeriesItem['status']; readonly step: BroadcastItem['status'] }>
>;

/** The broadcast of a step by the state of its series. */
export function steerStep(
  before: BroadcastItem,
  action: keyof typeof states,
  { caller, now }: Pick<SteeringContext, 'caller' | 'now'>,
): BroadcastItem {
  const { pausedReason, ...rest } = before;
  return {
    ...rest,
    // What mail systems paused stays explained while the series is paused.
    ...(action === 'pause' && pausedReason !== undefined && { pausedReason }),
    ...(action === 'resume' && before.reports && { reports: 'tolerated' as const }),
    ...(action === 'start' && { sentBy: caller.subject, dueDate: now.toISOString() }),
    ...{ status: states[action].step, version: before.version + 1, modifiedDate: now.toISOString() },
  };
}

/** What follows for the run of a step: it goes on, or who waits is settled. */
function steerRun(
  { tenant, receivedAt, newId }: SteeringContext,
  action: keyof typeof states,
  run: BroadcastRunItem | undefined,
): Change[] {
  if (action === 'end') return callForCancelled(tenant, run, receivedAt, newId());
  if (action !== 'resume' || !run) return [];
  const after = {
    ...{ ...run, runId: newId(), tries: 0, heldBy: undefined },
    ...{ dueAt: receivedAt.getTime(), version: run.version + 1 },
  };
  return [broadcastRuns.put(tenant, run, after), callJob(tenant, run.id, newId())];
}

/** Where the tenant asks for approvals, who starts a series approves it: a person who wrote none of its mails. */
async function assertStartedByAnother(
  { asksApproval }: MailSettings,
  { name }: SeriesItem,
  steps: readonly BroadcastItem[],
  { tenant, caller: { kind, subject } }: SteeringContext,
): Promise<void> {
  if (asksApproval && (kind !== 'user' || (await findWriters(tenant, steps)).has(subject)))
    throw conflict(`${name} must be started by a person who did not write or change a mail of it.`);
}

/**
 * Changes the state of a series, of its steps, and of the people in it.
 * @throws Failure 404, 409 when its state does not allow it, or it cannot be sent
 */
export async function steer(context: SteeringContext, action: keyof typeof states) {
  const { tenant, caller, params, now, ifMatch } = context;
  const before = await requireSeries(tenant, params.id);
  assertAllows(action, before);
  const [broadcasts, runs, mailSettings] = await Promise.all([
    loadSteps(tenant, before),
    tenant.getMany(
      before.steps.map(({ id }) => broadcastRuns.key(tenant, id)),
      { consistent: true },
    ),
    action === 'start' ? loadMailSettings(tenant) : undefined,
  ]);
  if (action === 'start' && broadcasts.length === 0)
    throw conflict(`${before.name} has no step; add one first.`);
  if (mailSettings) {
    assertHasPostalAddress(mailSettings);
    await assertStartedByAnother(mailSettings, before, broadcasts, context);
  }
  const after: SeriesItem = {
    ...{ ...before, status: states[action].series },
    ...(action === 'start' && { startedBy: caller.subject }),
    ...{ version: before.version + 1, modifiedDate: now.toISOString() },
  };
  const written = broadcasts.map((broadcast) => steerStep(broadcast, action, context));
  return write(
    [
      saveSeries(tenant, before, after, ifMatch),
      ...broadcasts.flatMap((broadcast, index) => {
        const next = written[index];
        const run = runs.find((each) => each?.id === broadcast.id);
        return next ? [saveBroadcast(tenant, broadcast, next), ...steerRun(context, action, run)] : [];
      }),
      ...(action === 'start' ? [] : [await addTask(tenant, before.id, { kind: 'align' }, context)]),
    ],
    ok(await presentSeries(tenant, after, written), { version: after.version, isComposed: true }),
  );
}
