// Runs an import in a test as the command does, without printing.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportKind } from '../../infra/import/arguments.ts';
import type { Report } from '../../infra/import/report.ts';
import { runImport } from '../../infra/import/run.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';

interface ImportOptions {
  readonly tenant?: string;
  readonly dryRun?: boolean;
  readonly source?: string;
}

/** The output of an import, and its result as plain counts. */
export interface ImportResult {
  readonly report: Report;
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly lines: readonly string[];
}

const silentProgress = { begin: () => undefined, add: () => undefined, end: () => undefined };

/** Imports a file or folder into the table of this process. */
export async function importInto(
  kind: ImportKind,
  path: string,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const code = parseTenantCode(options.tenant ?? 'demo');
  if (!code) throw new Error(`${options.tenant} can be no tenant code`);
  const lines: string[] = [];
  const importsFolder = await mkdtemp(join(tmpdir(), 'imports-'));
  try {
    const report = await runImport(
      { kind, path, tenant: code, source: options.source, dryRun: options.dryRun ?? false, aws: undefined },
      { importsFolder, now: new Date(), progress: silentProgress, say: (line) => lines.push(line) },
    );
    return { report, counts: Object.fromEntries(report.counts), lines };
  } finally {
    await rm(importsFolder, { recursive: true, force: true });
  }
}

/** Imports a text as a file with this name. */
export async function importText(
  kind: ImportKind,
  text: string,
  options: ImportOptions & { readonly name?: string } = {},
): Promise<ImportResult> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    const path = join(folder, options.name ?? 'file.csv');
    await writeFile(path, text);
    return await importInto(kind, path, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
