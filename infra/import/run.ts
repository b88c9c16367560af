// Runs one import and reports its outcome.
import type { SourceName } from '../../functions/billtracking/source-name.ts';
import { openPlatformStore, openTenantStore } from '../../shared/data/store.ts';
import type { TenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { UnreadableSource } from '../../shared/import/rows/row-source.ts';
import type { Progress } from '../command/progress.ts';
import type { ImportArguments, ImportKind } from './arguments.ts';
import { importCommittees, importMemberships } from './import-committees.ts';
import { importCongress } from './import-congress.ts';
import { importLegiscan } from './import-legiscan.ts';
import { importMailDecisions } from './import-mail-decisions.ts';
import { importOpenStates } from './import-openstates.ts';
import { importOrganizations } from './import-organizations.ts';
import { importPeople } from './import-people.ts';
import type { ImportRun } from './import-rows.ts';
import { createReport, type Report, type RowKind } from './report.ts';

/** The tenant does not exist; the message lists those that do. */
export class UnknownTenant extends Error {
  override readonly name = 'UnknownTenant';
}

/** What an import needs in addition to its arguments. */
export interface ImportContext {
  readonly importsFolder: string;
  readonly now: Date;
  readonly progress: Progress;
  /** Prints one line. */
  readonly say: (line: string) => void;
}

const importers: Readonly<Record<ImportKind, (run: ImportRun) => Promise<void>>> = {
  people: importPeople,
  organizations: importOrganizations,
  committees: importCommittees,
  memberships: importMemberships,
  'mail-decisions': importMailDecisions,
  openstates: importOpenStates,
  congress: importCongress,
  legiscan: importLegiscan,
};

/** How the records of legislation name the files of each kind. */
const fileSources: Readonly<Partial<Record<ImportKind, SourceName>>> = {
  openstates: 'OPEN_STATES_FILE',
  congress: 'CONGRESS_FILE',
  legiscan: 'LEGISCAN_FILE',
};

/** The kinds a report always counts; sources of several kinds count those they contain. */
const rowKinds: Readonly<Record<ImportKind, readonly RowKind[]>> = {
  people: ['people'],
  organizations: ['organizations'],
  committees: ['committees', 'memberships'],
  memberships: ['memberships'],
  'mail-decisions': ['mail-decisions'],
  openstates: [],
  congress: [],
  legiscan: [],
};

/**
 * Imports into the table this process points at, prints the outcome of the rows, and returns the report.
 * @throws UnreadableSource, UnknownTenant
 */
export async function runImport(
  args: ImportArguments,
  { importsFolder, now, progress, say }: ImportContext,
): Promise<Report> {
  await requireTenant(args.tenant);
  const report = createReport(rowKinds[args.kind]);
  await importers[args.kind]({
    tenant: openTenantStore(args.tenant),
    source: fileSources[args.kind] ?? 'IMPORT',
    path: args.path,
    read: { tenantCode: args.tenant, source: args.source, dateOrder: args.dateOrder },
    now,
    dryRun: args.dryRun,
    report,
    progress,
    remark(sentences) {
      for (const sentence of sentences) say(sentence);
    },
  });
  const file = await report.write(importsFolder, args.kind, now);
  say('');
  for (const line of report.lines(file)) say(line);
  requireRows(report, args);
  if (args.dryRun) say('\nThis was a dry run: nothing was written.');
  return report;
}

/**
 * An import that found nothing is no success.
 * @throws UnreadableSource
 */
function requireRows({ counts }: Report, { path, kind }: ImportArguments): void {
  const rows = [...counts.values()].flatMap((count) => Object.values(count));
  if (rows.some((count) => count > 0)) return;
  throw new UnreadableSource(`Nothing was imported: "${path}" has no row of ${kind}.`);
}

async function requireTenant(code: TenantCode): Promise<void> {
  const platform = openPlatformStore();
  const directory = platform.partition<{ readonly sk: string }>('TENANTS');
  const { items } = await platform.query(directory, { from: code, to: code, consistent: true });
  if (items.length > 0) return;
  const known = (await platform.query(directory, { limit: 50, consistent: true })).items.map(({ sk }) => sk);
  throw new UnknownTenant(
    known.length === 0
      ? `There is no tenant "${code}", nor any other yet.`
      : `There is no tenant "${code}"; the tenants are ${known.join(', ')}.`,
  );
}
