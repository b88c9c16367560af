// Commands on the whole data of a tenant: export it to a folder, erase it, and show what was erased.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  erasureByCode,
  type TenantErasureItem,
  type TenantErasureRunItem,
  tenantErasureRuns,
  verifyCertificates,
} from '../../functions/identity/administration/erased-tenants.ts';
import { restoreTenant } from '../../functions/identity/tenant-data/restore-tenant.ts';
import { runTenantErasure } from '../../functions/identity/tenant-data/run-erasure.ts';
import { cancelErasure, requestErasure } from '../../functions/identity/tenants/erasure/administer.ts';
import { requestTenantErasure as declared } from '../../functions/identity/tenants/erasure/contract.ts';
import { countProgress, forecastEnd, sumCounts } from '../../functions/identity/tenants/erasure/erasure.ts';
import { findOpenExport, requestTenantExport } from '../../functions/identity/tenants/exports/administer.ts';
import type { TenantExportItem } from '../../functions/identity/tenants/exports/export.ts';
import { runTenantExport } from '../../functions/identity/tenants/exports/run-export.ts';
import { tenantExportById } from '../../functions/identity/tenants/exports/store.ts';
import { auditRecordChange } from '../../shared/audit/audit.ts';
import { commit } from '../../shared/data/changes.ts';
import { decideAndCommit } from '../../shared/data/decide-and-commit.ts';
import { BadArguments } from '../command/command-line.ts';
import { createProgress } from '../command/progress.ts';
import { type Command, type CommandContext, requireName } from './command.ts';
import { downloadExport } from './download-export.ts';
import { parseInput } from './parse-input.ts';

/** Works until the process is interrupted: what is done by then is stored, and another run continues there. */
function createRunContext() {
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return { now: () => new Date(), newId: randomUUID, isInTime: () => !isStopped };
}

/** How long to wait for another worker that has the run, in milliseconds. */
const POLL = 2_000;

/** Works on an export until it is done; waits where another worker has it. */
async function completeExport(
  { platform, say }: CommandContext,
  id: string,
): Promise<TenantExportItem | undefined> {
  const context = createRunContext();
  let isSaid = false;
  while (context.isInTime()) {
    await runTenantExport(platform, id, context);
    const { item, run } = await tenantExportById(platform, id);
    if (!item) throw new BadArguments('The export is no longer there.');
    if (item.status === 'failed') throw new BadArguments(item.reason ?? 'The export failed.');
    if (item.status === 'success') return item;
    if (run && run.dueAt > Date.now()) {
      if (!isSaid) say('Another worker has the export; waiting for it ...');
      isSaid = true;
      await sleep(POLL);
    }
  }
  return undefined;
}

async function exportTenant(session: CommandContext): Promise<void> {
  const { platform, options, audit, say } = session;
  const code = requireName(session, 0, 'tenant code').trim().toLowerCase();
  if (!options.to) throw new BadArguments('Into which folder? Say so with --to <folder>.');
  const open = await findOpenExport(platform, code, new Date());
  if (open) say(`Going on with the export that was requested at ${open.createdDate}.`);
  const { id } =
    open ?? (await decideAndCommit(() => requestTenantExport(platform, code, audit, new Date()))).item;
  const item = await completeExport(session, id);
  if (!item) return say('Stopped; the same command goes on with the export.');
  const { files, folder } = await downloadExport(platform, item, options.to);
  say(`${item.records} records of ${code} are in ${folder}, in ${files} files; check them with`);
  say(`  (cd ${folder} && sha256sum -c SHA256SUMS)`);
}

async function eraseTenant(session: CommandContext): Promise<void> {
  const { platform, options, audit, say } = session;
  const code = requireName(session, 0, 'tenant code');
  if (options.confirm === undefined)
    throw new BadArguments(
      `This erases everything of ${code}. Type its code once more to confirm: --confirm <code>.`,
    );
  const body = parseInput(declared.body, { tenantCode: options.confirm, graceDays: options.graceDays });
  const request = { tenantCode: body.tenantCode, days: body.graceDays };
  const { item } = await decideAndCommit(() => requestErasure(platform, code, request, audit, new Date()));
  say(`The tenant ${item.tenantCode} is suspended, and is erased from ${item.dueAt} on.`);
  say(`Until then: npm run admin -- cancel-erasure ${item.tenantCode}`);
}

async function cancel(session: CommandContext): Promise<void> {
  const { platform, audit, say } = session;
  const code = requireName(session, 0, 'tenant code').trim().toLowerCase();
  const { item } = await decideAndCommit(() => cancelErasure(platform, code, audit));
  say(
    item
      ? `The erasure of ${code} is cancelled; the tenant is ${item.statusBefore} again.`
      : `No erasure of ${code} was scheduled; nothing has changed.`,
  );
}

/** A moment as commands print it: UTC, to the second. */
const formatMoment = (moment: Date | number): string => `${new Date(moment).toISOString().slice(0, 19)}Z`;

/** How far an erasure is, and when it is expected to be done. */
function describeProgress(run: TenantErasureRunItem, now: Date): string {
  const { found, erased } = countProgress(run);
  const end = forecastEnd(run, now);
  const forecast = end ? `, done at about ${formatMoment(end)}` : '';
  return `${run.phase}, ${erased} of ${found} items erased${forecast}`;
}

/** Says how far an erasure is: at the beginning of each phase, and at every tenth of the items. */
function createReport(say: CommandContext['say']) {
  let last = '';
  return (run: TenantErasureRunItem): void => {
    const { found, erased } = countProgress(run);
    const place = `${run.rounds} ${run.phase} ${found === 0 || run.phase === 'inventory' ? 0 : Math.floor((10 * erased) / found)}`;
    if (place === last) return;
    last = place;
    say(`${run.id}: ${describeProgress(run, new Date())}`);
  };
}

/** What keeps an erasure from being worked on here: its days of grace, another worker, or a failure. */
function describeWaiting({ status }: TenantErasureItem, run: TenantErasureRunItem, now: Date): string {
  const dueAt = formatMoment(run.dueAt);
  if (status === 'scheduled')
    return `${run.id}: begins at ${dueAt}; until then: npm run admin -- cancel-erasure ${run.id}`;
  const why = run.heldBy
    ? `the worker ${run.heldBy} has it; another one can go on at ${dueAt} if that one stops`
    : run.dueAt <= now.getTime()
      ? 'stopped; the same command goes on with it'
      : `it failed, and is tried again at ${dueAt}; the log of the worker says why`;
  return `${run.id}: half done: ${describeProgress(run, now)}; ${why}`;
}

/** Erases what is due: where the platform runs, its job does. Says of what is not due why. */
async function runErasures({ platform, say }: CommandContext): Promise<void> {
  const context = { ...createRunContext(), report: createReport(say) };
  const due = await tenantErasureRuns.listDue(platform, context.now());
  if (due.length === 0) say('No erasure is due.');
  for (const { id } of due) {
    await runTenantErasure(platform, id, context);
    const item = await erasureByCode(platform, id);
    if (item?.certificate) say(`${id}: erased; its certificate is number ${item.certificate.number}.`);
  }
  for (const run of await tenantErasureRuns.listOpen(platform)) {
    const item = await erasureByCode(platform, run.id);
    if (item) say(describeWaiting(item, run, context.now()));
  }
}

async function listErasures({ platform, say }: CommandContext): Promise<void> {
  const { erasures, firstBroken } = await verifyCertificates(platform);
  for (const { tenantCode, certificate, found, hash } of erasures)
    say([certificate?.number, tenantCode, certificate?.completedAt, sumCounts(found), hash].join('\t'));
  if (firstBroken !== undefined)
    throw new BadArguments(
      `Certificate ${firstBroken} or the one before it was changed: the chain does not hold.`,
    );
  say('The chain of certificates holds.');
}

async function restore(session: CommandContext): Promise<void> {
  const { platform, options, audit, say } = session;
  const code = requireName(session, 0, 'tenant code');
  const { fromTable } = options;
  if (!fromTable) throw new BadArguments('From which table? Say so with --from-table <name>.');
  const progress = createProgress(process.stderr);
  progress.begin('items', 0);
  const { items, removed } = await restoreTenant(platform, code, fromTable, (count) => progress.add(count));
  progress.end();
  const change = {
    recordType: 'Tenant',
    recordId: code,
    after: { restoredFrom: fromTable, items, removed },
  } as const;
  await commit([auditRecordChange(platform, change, audit)]);
  say(`The tenant ${code} has the ${items} items of ${fromTable}; ${removed} others were removed.`);
  say(`It is still suspended: npm run admin -- reactivate-tenant ${code}`);
}

export const tenantDataCommands: Readonly<Record<string, Command>> = {
  'export-tenant': {
    usage: '<code> --to <folder>',
    maxNames: 1,
    options: ['to'],
    summary: 'write the whole data of a tenant into a folder; run again, it goes on',
    run: exportTenant,
  },
  'erase-tenant': {
    usage: '<code> --confirm <code> [--grace-days <1 to 90>]',
    maxNames: 1,
    options: ['confirm', 'graceDays'],
    summary: 'suspend a tenant now, and erase everything of it after 30 days of grace',
    run: eraseTenant,
  },
  'cancel-erasure': {
    usage: '<code>',
    maxNames: 1,
    options: [],
    summary: 'give a tenant that is going to be erased its status back',
    run: cancel,
  },
  'run-erasures': {
    usage: '',
    maxNames: 0,
    options: [],
    summary:
      'erase what is due now, and say what is half done and who has it; a platform that runs does it by itself',
    run: runErasures,
  },
  'restore-tenant': {
    usage: '<code> --from-table <name>',
    maxNames: 1,
    options: ['fromTable'],
    summary: 'bring a suspended tenant back from another table, such as a restored one',
    run: restore,
  },
  'list-erasures': {
    usage: '',
    maxNames: 0,
    options: [],
    summary: 'list the certificates of erased tenants, and check that none was changed',
    run: listErasures,
  },
};
