// Runs a data feed in parts: each is committed together with the place that it has reached, so that a run which is cut off goes on
// where it stopped. When the provider's limit is reached the run waits, without a worker.
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  advance,
  isExhausted,
  type RunContext,
  type RunSteps,
  workOnRun,
} from '../../../../shared/jobs/leased-run.ts';
import {
  createProviderClient,
  isOfRow,
  ProviderFailure,
  ProviderPause,
  ProviderRefusal,
} from '../providers/client.ts';
import { serviceOf } from '../providers/hosts.ts';
import { quotaOf } from '../providers/quota.ts';
import type { FeedReader, FeedRun, ReaderContext, ReadPart } from '../providers/reader.ts';
import { leaveUnit } from '../providers/units.ts';
import type { FeedCounts, FeedItem, FeedProgress, FeedProvider, FeedRunItem } from '../record/feed.ts';
import { openFeedKey } from '../record/key.ts';
import { buildProgress, keepLastNews } from '../record/schedule-run.ts';
import { feedById, feedRuns, lastLog, putLog, putRefusals, removeRest } from '../record/store.ts';
import { continueWithTexts, readTextsAfter } from '../texts/read-texts-after.ts';
import { describeRun, endRun, type TakenFeed } from './end-run.ts';
import { buildSessionReads } from './note-session-reads.ts';
import { createPendingFinder } from './pending-finder.ts';
import { addStep, createStepReport } from './step-report.ts';

/** How the reader of each provider is loaded: a run needs one of them. */
const readers: Readonly<Record<FeedProvider, () => Promise<(context: ReaderContext) => FeedReader>>> = {
  OPEN_STATES_API: async () => (await import('../providers/open-states-api.ts')).createOpenStatesApiReader,
  OPEN_STATES_BULK: async () =>
    (await import('../providers/open-states-archives.ts')).createOpenStatesArchiveReader,
  LEGISCAN_API: async () => (await import('../providers/legiscan-api.ts')).createLegiscanApiReader,
  LEGISCAN_DATASET: async () =>
    (await import('../providers/legiscan-datasets.ts')).createLegiscanDatasetReader,
  CONGRESS_GOV: async () => (await import('../providers/congress-gov.ts')).createCongressGovReader,
};

/** The context of a run of a feed. */
export interface FeedRunContext extends RunContext {
  /** Whether the tenant is neither suspended nor being erased. */
  readonly isActive: () => Promise<boolean>;
}

/** A suspended tenant's feeds are looked at again after a day. */
const SUSPENDED_DELAY = 86_400_000;
/** A run that is still not done then has failed: the provider lets too little through. */
export const MAX_RUN_TIME = 7 * 86_400_000;

/** The longest reason of a run, in characters. */
const MAX_REASON = 1000;

/** The refused rows, the first of them with what is wrong. */
function describeRefusals(refused: number, named: readonly string[]): string {
  const count = refused === 1 ? '1 row was refused' : `${refused.toLocaleString('en')} rows were refused`;
  const more = refused > named.length ? `; and ${(refused - named.length).toLocaleString('en')} more` : '';
  return `${count}, and all others were read. ${named.join('; ')}${more}`;
}

/** How a run ended that has read everything: one that refused rows says which, and one that found nothing at all why. */
function describeEnd(
  { bills, events, texts, remarks, refusedRows = [], warnings = [] }: FeedProgress,
  provider: string,
) {
  const count = (of: FeedCounts): number => of.created + of.changed + of.unchanged + of.refused;
  // Texts are of bills that are here already: where there is nothing else, the feed finds nothing.
  if (count(bills) + count(events) === 0) {
    const why =
      remarks.length > 0 ? remarks.join(' ') : `${provider} has no bill and no event of what it reads.`;
    return { status: 'EMPTY', reason: `Nothing was found to read. ${why}`.slice(0, MAX_REASON) } as const;
  }
  const refused = bills.refused + events.refused + (texts?.refused ?? 0);
  const warning = warnings.join(' ');
  if (refused === 0) return { status: 'DONE', ...(warning !== '' && { reason: warning }) } as const;
  return {
    status: 'DONE_WITH_REFUSALS',
    reason: [describeRefusals(refused, refusedRows), warning].filter(Boolean).join(' ').slice(0, MAX_REASON),
  } as const;
}

/**
 * Reads the next part. What the provider gives of neither a session, a state nor an archive is a refused row, and so is a single row that it
 * can't give; the run goes on with what comes after it. A failure is tried again before.
 */
async function readPart(reader: FeedReader, { run: taken }: TakenFeed, run: FeedRun): Promise<ReadPart> {
  const position = taken.position ?? {};
  const [unit] = position.units ?? [];
  try {
    return await reader.readNext(position, run);
  } catch (error) {
    if (!unit || !isOfRow(error)) throw error;
    if (error instanceof ProviderFailure && !isExhausted(taken)) throw error;
    run.report.refuse(unit.kind, unit.name ?? unit.id, [
      { field: '(row)', reason: error.message, value: unit.id },
    ]);
    const next = reader.skipRow?.(position) ?? continueWithTexts(leaveUnit(position), unit);
    return { position: next, changes: [] };
  }
}

/** Begins to read, when the time of the feed has come. */
async function beginRun(taken: TakenFeed, { now, newId }: RunContext): Promise<FeedProgress> {
  const { tenant, feed, run } = taken;
  if (run.task === 'read' && run.progress) return run.progress;
  const progress = buildProgress(newId(), 'SCHEDULE', now());
  const last = await lastLog(tenant, feed.id);
  const line = describeRun(feed, progress, { status: 'RUNNING', ...keepLastNews(last) });
  await advance(feedRuns, taken, { task: 'read', progress }, now(), [putLog(tenant, line, now())]);
  return progress;
}

/** The marks of a part can be more than a transaction takes; written again, they are the same. */
const CHANGES_PER_COMMIT = 90;

/** Whether a run has gone on for longer than one may. */
export const isOverdue = ({ startedDate }: { readonly startedDate: string }, now: Date): boolean =>
  now.getTime() - Date.parse(startedDate) > MAX_RUN_TIME;

async function readParts(taken: TakenFeed, context: RunContext) {
  const { tenant, feed } = taken;
  const { now, isInTime } = context;
  if (feed.sealedKey === undefined)
    throw new ProviderRefusal('The feed has no key: update it with the key that the provider gave you.');
  const progress = await beginRun(taken, context);
  if (isOverdue(progress, now()))
    throw new ProviderRefusal('The provider did not let the run end within seven days.');
  const key = await openFeedKey(tenant, feed.id, feed.sealedKey);
  const client = createProviderClient(
    tenant,
    { service: serviceOf(feed.provider), key, quota: quotaOf(tenant, feed) },
    now,
  );
  const hasPendingBills = createPendingFinder(tenant, now());
  const reader = readTextsAfter(await readers[feed.provider](), {
    ...{ tenant, feed, client, now, isInTime },
    hasPendingBills,
  });
  while (isInTime()) {
    const report = createStepReport();
    const remarks: string[] = [];
    const warnings: string[] = [];
    const sent = client.requests();
    const stateId = taken.run.position?.units?.[0]?.stateId;
    const run: FeedRun = {
      ...{ tenant, source: feed.provider, now: now(), dryRun: false, report },
      progress: { begin: () => undefined, add: () => undefined, end: () => undefined },
      remark: (sentences) => void remarks.push(...sentences),
      warn: (sentence) => void warnings.push(sentence),
    };
    const { position, changes, sessions = [] } = await readPart(reader, taken, run);
    const reads = await buildSessionReads(tenant, feed.id, sessions, now());
    const before = taken.run.progress ?? progress;
    const after = addStep(before, report, { stateId, requests: client.requests() - sent, remarks, warnings });
    const refusals = report.refusals();
    const place = { feedId: feed.id, logId: after.id, page: before.refusalPages };
    const all = [
      ...changes,
      ...reads,
      ...(refusals.length > 0 ? [putRefusals(tenant, place, refusals, now())] : []),
    ];
    while (all.length > CHANGES_PER_COMMIT)
      await commit([feedRuns.check(tenant, taken.run), ...all.splice(0, CHANGES_PER_COMMIT)]);
    await advance(feedRuns, taken, { progress: after, position }, now(), all);
    if (position === undefined) {
      await endRun(taken, describeEnd(after, client.name), context);
      return 'done' as const;
    }
  }
  return 'more' as const;
}

/** How the run of a feed is worked on. */
function planSteps(
  tenant: TenantStore,
  feed: FeedItem,
  context: FeedRunContext,
): RunSteps<FeedRunItem, TakenFeed> {
  let lastError = '';
  return {
    name: `data feed ${feed.id} of ${tenant.code}`,
    runs: feedRuns,
    async work(taken) {
      if (!(await context.isActive())) return { delay: SUSPENDED_DELAY };
      try {
        return await readParts(taken, context);
      } catch (error) {
        if (error instanceof ProviderPause) return { delay: error.milliseconds };
        if (error instanceof ProviderFailure) lastError = ` ${error.message}`;
        throw error;
      }
    },
    fail: (taken, reason) => endRun(taken, { status: 'FAILED', reason }, context),
    explainLastTry: ({ tries }) =>
      `The provider could not be read in ${tries} tries.${lastError} What was imported stays; the next run goes on from there.`,
    isFinal: (error) => error instanceof ProviderRefusal,
  };
}

/** Removes everything of a deleted feed, as long as there is time. */
async function removeFeedItems(
  tenant: TenantStore,
  run: FeedRunItem,
  { isInTime }: RunContext,
): Promise<void> {
  for await (const changes of removeRest(tenant, run.id)) {
    await commit(changes);
    if (!isInTime()) return;
  }
  await commit([feedRuns.remove(tenant, run)]);
}

/** Continues the run of a feed, unless another worker has it. */
export async function runFeed(tenant: TenantStore, id: string, context: FeedRunContext): Promise<void> {
  const { feed, run } = await feedById(tenant, id);
  if (!run) return;
  if (!feed) return removeFeedItems(tenant, run, context);
  await workOnRun({ tenant, feed, run }, planSteps(tenant, feed, context), context.now);
}
