// Upserts many records: new ones are created, others updated where the source differs.

import { type Change, commit, StaleRead } from '../../data/changes.ts';
import { assertFits, isSizeFailure, recordTooLarge } from '../../data/size/assert-fits.ts';
import { maxRecordBytes, measureItem } from '../../data/size/item-size.ts';
import type { TenantStore } from '../../data/store.ts';
import { Failure } from '../../errors/failure.ts';
import { compareTexts } from '../../lists/sort.ts';
import { contentHash } from '../../values/content-hash.ts';
import { nextVersion, pickContent, type StoredRecord } from '../record/stored.ts';
import type { Collection } from './collection.ts';
import { buildEntryChanges, buildRecordChanges } from './record-changes.ts';

/**
 * The outcome of an upsert for a record. Two kinds are not written: `too large` ones, because an item of DynamoDB has a limit
 * (item-size.ts), and those with `too many entries`, because a record and its entries are written in one transaction, which has
 * one too.
 */
export type UpsertOutcome = 'created' | 'updated' | 'unchanged' | 'too large' | 'too many entries';

/** A record of a source. */
export interface SourceRecord<C> {
  readonly id: string;
  readonly content: C;
}

/** The options of an upsert. */
export interface UpsertOptions {
  readonly now: Date;
  /** Compares only: returns the outcomes without writing. */
  readonly dryRun?: boolean;
  /** Called with the number of records each time some are done. */
  readonly onProgress?: (records: number) => void;
  /** Called for a record that is not written, with the reason: what the size is, and what the limit. */
  readonly onRefused?: (id: string, reason: string) => void;
  /** Changes that every commit of records includes; they get the ids that it writes, with their outcomes. */
  readonly relatedChanges?: (written: ReadonlyMap<string, UpsertOutcome>) => readonly Change[];
}

/** Below DynamoDB's limits on a transaction, with room for the changes of the list's count and of related entries. */
const ACTIONS_PER_COMMIT = 80;
const BYTES_PER_COMMIT = 3_000_000;
/** How often a commit is attempted when others write the same records. */
const MAX_ATTEMPTS = 10;
/** After how many commits the list's count is rebalanced. */
const COMMITS_PER_BALANCE = 10;

interface Plan<C extends object, K extends string> {
  readonly incoming: SourceRecord<C>;
  readonly outcome: UpsertOutcome;
  readonly before: (C & StoredRecord<K>) | undefined;
  readonly after: C & StoredRecord<K>;
  readonly bytes: number;
}

/**
 * Upserts records of a collection and returns the outcome of each by id. Ids must be unique.
 *
 * Safe to interrupt and repeat: each commit writes records and the list's count together, and a record with the same
 * content is unchanged. Records that others have changed are merged again. Reads one item per record; writes only
 * changes.
 *
 * @throws Failure SERVICE_BUSY when others keep changing the same records
 */
export async function upsert<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  records: readonly SourceRecord<C>[],
  options: UpsertOptions,
): Promise<ReadonlyMap<string, UpsertOutcome>> {
  const outcomes = new Map<string, UpsertOutcome>();
  const done = (plans: readonly Plan<C, K>[]): void => {
    for (const plan of plans) outcomes.set(plan.incoming.id, plan.outcome);
    options.onProgress?.(plans.length);
  };
  const plans = await buildPlans(tenant, collection, records, options);
  const isWrite = (plan: Plan<C, K>): boolean => plan.outcome === 'created' || plan.outcome === 'updated';
  done(plans.filter((plan) => !isWrite(plan)));
  if (options.dryRun) {
    for (const plan of plans.filter(isWrite)) done([await checkSize(tenant, collection, plan, options)]);
    return outcomes;
  }
  const written: string[] = [];
  const counted = collection.counted?.(tenant);
  // In list order, because neighbours share the counters that change with them.
  const batches = splitIntoBatches(
    tenant,
    collection,
    plans.filter(isWrite).sort((a, b) => compareTexts(collection.sort(a.after), collection.sort(b.after))),
  );
  for (const [index, batch] of batches.entries()) {
    const committed = await commitBatch(tenant, collection, batch, options);
    done(committed);
    written.push(...committed.filter(isWrite).map((plan) => collection.sort(plan.after)));
    if ((index + 1) % COMMITS_PER_BALANCE === 0) await counted?.rebalance(written.splice(0));
  }
  if (written.length > 0) await counted?.rebalance(written);
  return outcomes;
}

async function buildPlans<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  records: readonly SourceRecord<C>[],
  options: UpsertOptions,
): Promise<Plan<C, K>[]> {
  const keys = records.map((record) => collection.key(tenant, { ...record.content, id: record.id }));
  const stored = await tenant.getMany(keys, { consistent: true });
  return records.map((incoming, index) => buildPlan(tenant, collection, incoming, stored[index], options));
}

function buildPlan<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  incoming: SourceRecord<C>,
  before: (C & StoredRecord<K>) | undefined,
  { now, onRefused }: UpsertOptions,
): Plan<C, K> {
  const keptContent = before && pickContent<C>(collection.schema, before);
  const content = keptContent ? collection.merge(keptContent, incoming.content) : incoming.content;
  const after = nextVersion(collection.type, incoming.id, content, before, now);
  const { pk, sk } = collection.key(tenant, after);
  const listed = { gsi1pk: collection.listing(tenant, after).name, gsi1sk: collection.sort(after) };
  const item = { ...after, pk, sk, ...listed };
  const plan = { incoming, before, after, bytes: measureItem(item) };
  if (keptContent && contentHash(keptContent) === contentHash(content))
    return { ...plan, outcome: 'unchanged' };
  if (plan.bytes <= maxRecordBytes) return { ...plan, outcome: before ? 'updated' : 'created' };
  onRefused?.(incoming.id, recordTooLarge(item, maxRecordBytes).message);
  return { ...plan, outcome: 'too large' };
}

/** The plan of a record whose commit alone failed with `failure`. */
function refuse<C extends object, K extends string>(
  plan: Plan<C, K>,
  failure: Failure,
  { onRefused }: UpsertOptions,
): Plan<C, K> {
  onRefused?.(plan.incoming.id, failure.message);
  return { ...plan, outcome: failure.code === 'RECORD_TOO_LARGE' ? 'too large' : 'too many entries' };
}

/** Commits a batch; records that have changed since are planned again. Returns the plans with what became of them. */
async function commitBatch<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  batch: readonly Plan<C, K>[],
  options: UpsertOptions,
): Promise<readonly Plan<C, K>[]> {
  let plans = batch;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const writes = plans.filter((plan) => plan.outcome === 'created' || plan.outcome === 'updated');
    try {
      await commit(await buildCommitChanges(tenant, collection, writes, options));
      return plans;
    } catch (error) {
      if (isSizeFailure(error)) {
        if (plans.length === 1) return plans.map((plan) => refuse(plan, error, options));
        const middle = Math.ceil(plans.length / 2);
        return [
          ...(await commitBatch(tenant, collection, plans.slice(0, middle), options)),
          ...(await commitBatch(tenant, collection, plans.slice(middle), options)),
        ];
      }
      if (!(error instanceof StaleRead)) throw error;
      plans = await buildPlans(
        tenant,
        collection,
        batch.map((plan) => plan.incoming),
        options,
      );
    }
  }
  throw new Failure('SERVICE_BUSY');
}

/** The changes of a commit: those of its records, and what the caller adds to them. */
async function buildCommitChanges<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  writes: readonly Plan<C, K>[],
  { relatedChanges }: UpsertOptions,
): Promise<readonly Change[]> {
  const records = await buildRecordChanges(tenant, collection, writes);
  if (!relatedChanges || records.length === 0) return records;
  return [...records, ...relatedChanges(new Map(writes.map((plan) => [plan.incoming.id, plan.outcome])))];
}

/** The plan of a record that is not written, as a commit would end it. Reads only for one that is near the limit. */
async function checkSize<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  plan: Plan<C, K>,
  options: UpsertOptions,
): Promise<Plan<C, K>> {
  const own = 1 + buildEntryChanges(tenant, collection, plan).length;
  if (own + listCounters(tenant, collection, plan).length <= ACTIONS_PER_COMMIT) return plan;
  try {
    assertFits(await buildCommitChanges(tenant, collection, [plan], options));
    return plan;
  } catch (error) {
    if (isSizeFailure(error)) return refuse(plan, error, options);
    throw error;
  }
}

function splitIntoBatches<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  plans: readonly Plan<C, K>[],
): Plan<C, K>[][] {
  const batches: Plan<C, K>[][] = [];
  let [actions, bytes] = [0, 0];
  let counters = new Set<string>();
  for (const plan of plans) {
    const batch = batches.at(-1);
    const own = 1 + buildEntryChanges(tenant, collection, plan).length;
    const counted = listCounters(tenant, collection, plan);
    actions += own;
    bytes += plan.bytes;
    for (const counter of counted) counters.add(counter);
    if (batch && actions + counters.size <= ACTIONS_PER_COMMIT && bytes <= BYTES_PER_COMMIT) batch.push(plan);
    else {
      batches.push([plan]);
      [actions, bytes, counters] = [own, plan.bytes, new Set(counted)];
    }
  }
  return batches;
}

/** The counters that change with a record, which neighbours often share. */
const listCounters = <C extends object, K extends string>(
  tenant: TenantStore,
  { counters }: Collection<C, K>,
  { before, after }: Plan<C, K>,
): string[] =>
  (counters?.(tenant, before ? [before] : [], [after]) ?? []).map(({ action }) =>
    JSON.stringify(action.Update?.Key),
  );
