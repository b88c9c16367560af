// Erases a tenant in steps: counts what there is, removes accounts and items, and looks for what is left until nothing is
// found. It may stop anywhere; each step is stored with how far it came, and every removal can be repeated.
import { type AuditContext, auditRecordChange } from '../../../shared/audit/audit.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { type Change, commit, ifPresent, remove, update } from '../../../shared/data/changes.ts';
import { type ScannedItem, scanItems, toScannedKey } from '../../../shared/data/scan-items.ts';
import type { PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { writeBatches } from '../../../shared/data/write-batches.ts';
import {
  advance,
  advanceRun,
  type RunContext,
  type TakenRun,
  workOnRun,
} from '../../../shared/jobs/leased-run.ts';
import {
  type ErasedAccounts,
  type ErasurePhase,
  erasureByCode,
  extendChain,
  hashCertificate,
  loadChainHead,
  putErasure,
  type TenantErasureItem,
  type TenantErasureRunItem,
  tenantErasureRuns,
} from '../administration/erased-tenants.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { addCounts, buildCertificate } from '../tenants/erasure/erasure.ts';
import { getExportedType } from '../tenants/exports/exported-types.ts';
import { removeTenantExports } from '../tenants/exports/store.ts';
import { removeTenant } from '../tenants/store.ts';
import {
  eraseApiKeys,
  eraseClients,
  eraseConnections,
  eraseSignInDomains,
  eraseUsers,
} from './erase-accounts.ts';
import { findItems, isNamedByPlatform } from './find-remains.ts';
import { redactPage } from './redact-audit.ts';

/** A run that a worker has, with its erasure. */
interface TakenErasure extends TakenRun<TenantErasureRunItem, PlatformStore> {
  item: TenantErasureItem;
}

/** How often all items are gone through before somebody has to look why there are always more. */
export const MAX_ROUNDS = 10;

/** How far a run is after a step, and what is committed with that; `clean` when nothing is left anywhere. */
type Reached = (Partial<TenantErasureRunItem> & { readonly changes?: readonly Change[] }) | 'clean';

/** The next step of a phase. */
type Step = (
  taken: TakenErasure,
  tenant: TenantStore,
  context: RunContext & { readonly audit: AuditContext },
) => Promise<Reached>;

const countAccount = (
  run: TenantErasureRunItem,
  what: keyof ErasedAccounts,
  more: number,
): ErasedAccounts => ({
  ...run.accounts,
  [what]: run.accounts[what] + more,
});

/** The tenant's own record goes last: while it is there, calls are refused as those of a suspended tenant. */
const isTenantRecord = (tenant: TenantStore, { pk, sk }: ScannedItem): boolean => {
  const key = tenantKey(tenant);
  return pk === key.pk && sk === key.sk;
};

const inventory: Step = async ({ run, item }, tenant, { now }) => {
  const { items, next } = await scanItems(tenant, { after: run.after, only: ['type'] });
  const found = addCounts(
    run.found,
    items.map(({ type }) => getExportedType({ type })),
  );
  if (next) return { found, after: next };
  const inventoryMilliseconds = now().getTime() - Date.parse(item.startedAt ?? item.dueAt);
  return { found, after: undefined, phase: 'accounts', inventoryMilliseconds };
};

const eraseAccounts: Step = async (taken, tenant, { audit, now, isInTime }) => {
  const { tenant: platform } = taken;
  const count = (what: keyof ErasedAccounts) => {
    const after = advanceRun(taken.run, { accounts: countAccount(taken.run, what, 1) }, now());
    return {
      change: tenantErasureRuns.put(platform, taken.run, after),
      accept: () => {
        taken.run = after;
      },
    };
  };
  const progress = { count, isInTime };
  const isDone =
    (await eraseUsers(platform, tenant, audit, progress)) &&
    (await eraseClients(platform, tenant, audit, progress));
  if (!isDone) return {};
  await eraseConnections(platform, tenant);
  await removeTenantExports(platform, tenant.code);
  await eraseSignInDomains(platform, tenant);
  const accounts = countAccount(taken.run, 'apiKeysRemoved', await eraseApiKeys(tenant));
  return { phase: 'items', accounts };
};

/** How many batches are removed at once. */
const REMOVALS_AT_ONCE = 4;

/** The most items of a step, those of others included, so that a step is short also on a slow database. */
const ITEMS_PER_STEP = 1000;

const eraseItems: Step = async ({ tenant: platform, run }, tenant) => {
  const { items, next } = await scanItems(tenant, { after: run.after, only: [], limit: ITEMS_PER_STEP });
  const own = items.filter((item) => !isTenantRecord(tenant, item));
  await writeBatches(
    own.map((item) => remove(toScannedKey(tenant, item))),
    REMOVALS_AT_ONCE,
  );
  if (!next) await commit(removeTenant(platform, tenant.code));
  return { after: next, erased: run.erased + own.length, phase: next ? 'items' : 'audit' };
};

const redactAudit: Step = async ({ tenant: platform, run }) => {
  const { changes, next } = await redactPage(platform, run.id, run.after);
  const accounts = countAccount(run, 'auditEntriesRedacted', changes.length);
  return { after: next, accounts, phase: next ? 'audit' : 'check table', changes };
};

/** The run after something was found: from the accounts on once more. */
export function goBack(run: Pick<TenantErasureRunItem, 'id' | 'rounds'>): Partial<TenantErasureRunItem> {
  if (run.rounds >= MAX_ROUNDS)
    throw new Error(
      `The tenant ${run.id} has items again after ${MAX_ROUNDS} rounds: something still writes them.`,
    );
  return { phase: 'accounts', after: undefined, rounds: run.rounds + 1 };
}

const checkTable: Step = async ({ run }, tenant) => {
  const { found, next } = await findItems(tenant, 'table', run.after);
  if (found > 0) return goBack(run);
  return { after: next, phase: next ? 'check table' : 'check index' };
};

const checkIndex: Step = async ({ tenant: platform, run }, tenant) => {
  const { found, next } = await findItems(tenant, 'gsi1', run.after);
  if (found > 0) return goBack(run);
  if (next) return { after: next };
  return (await isNamedByPlatform(platform, tenant)) ? goBack(run) : 'clean';
};

const steps: Readonly<Record<ErasurePhase, Step>> = {
  inventory,
  accounts: eraseAccounts,
  items: eraseItems,
  audit: redactAudit,
  'check table': checkTable,
  'check index': checkIndex,
};

/** Marks the erasure, and the tenant for the change feed, as begun: no event tells of what is removed from now on. */
async function begin(taken: TakenErasure, tenant: TenantStore, now: Date): Promise<void> {
  const { tenant: platform, item } = taken;
  if (item.status !== 'scheduled') return;
  const startedAt = now.toISOString();
  const after = { ...item, status: 'erasing', startedAt, version: item.version + 1 } as const;
  await commit([
    putErasure(platform, item, after),
    update(
      tenantKey(tenant),
      { set: { erasure: { dueAt: item.dueAt, startedAt } } },
      { condition: ifPresent, onConflict: 'retry' },
    ),
  ]);
  taken.item = after;
}

/** Ends the run with the certificate, chained to the one before it and recorded in the platform's audit. */
async function certify(taken: TakenErasure, audit: AuditContext, now: Date): Promise<void> {
  const { tenant: platform, item, run } = taken;
  const head = await loadChainHead(platform);
  const certificate = buildCertificate(item, run, head, now);
  const hash = hashCertificate(certificate);
  const done = { status: 'erased', found: run.found, certificate, hash } as const;
  const after = { ...item, ...done, version: item.version + 1 };
  const view = { status: 'erased', certificate: certificate.number, hash, previousHash: head.hash };
  await commit([
    putErasure(platform, item, after),
    extendChain(platform, head, certificate),
    tenantErasureRuns.remove(platform, run),
    auditRecordChange(
      platform,
      {
        ...{ recordType: 'TenantErasure', recordId: item.tenantCode },
        ...{ before: { status: item.status }, after: view },
      },
      audit,
    ),
  ]);
}

/** The context of an erasure, with a function that is told of each step. */
interface ErasureContext extends RunContext {
  readonly report?: (run: TenantErasureRunItem) => void;
}

async function work(taken: TakenErasure, context: ErasureContext): Promise<'done' | 'more'> {
  const { tenant: platform } = taken;
  const tenant = openTenant(platform, taken.run.id);
  const audit: AuditContext = {
    caller: { kind: 'schedule', subject: 'schedule', name: 'run-tenant-data' },
    ...{ now: context.now(), newId: context.newId, operation: 'run-tenant-data' },
  };
  await begin(taken, tenant, context.now());
  for (;;) {
    if (!context.isInTime()) return 'more';
    const reached = await steps[taken.run.phase](taken, tenant, { ...context, audit });
    if (reached === 'clean') break;
    const { changes = [], ...progress } = reached;
    const now = context.now();
    const { run } = taken;
    const isNext = progress.phase !== undefined && progress.phase !== run.phase;
    const phaseBegan = isNext
      ? { at: now.toISOString(), erased: progress.erased ?? run.erased }
      : run.phaseBegan;
    await advance(tenantErasureRuns, taken, { ...progress, phaseBegan }, now, changes);
    context.report?.(taken.run);
  }
  await certify(taken, audit, context.now());
  return 'done';
}

/** An erasure is never given up: after the last try it is tried again every hour, and the log says why it fails. */
const RETRY_HOURS = 1;

/** Continues an erasure that is due, unless another worker has it. */
export async function runTenantErasure(
  platform: PlatformStore,
  code: string,
  context: ErasureContext,
): Promise<void> {
  const item = await erasureByCode(platform, code);
  const run = await platform.get(tenantErasureRuns.key(platform, code), { consistent: true });
  if (!item || !run) return;
  await workOnRun<TenantErasureRunItem, TakenErasure, PlatformStore>(
    { tenant: platform, item, run },
    {
      name: `erasure of the tenant ${code}`,
      runs: tenantErasureRuns,
      work: (taken) => work(taken, context),
      fail: async ({ run }) => {
        const dueAt = context.now().getTime() + RETRY_HOURS * 3600_000;
        const after = { ...run, tries: 0, dueAt, heldBy: undefined, version: run.version + 1 };
        await commit([tenantErasureRuns.put(platform, run, after)]);
      },
      explainLastTry: ({ tries }) => `The erasure was tried ${tries} times without progress.`,
    },
    context.now,
  );
}
