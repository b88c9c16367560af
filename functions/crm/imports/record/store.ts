// Stored imports: the import, its run, the rows of its file in pages, and the refused rows. All of it expires.

import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Change, check, ifAbsent, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { UpsertOutcome } from '../../../../shared/directory/writing/upsert.ts';
import { conflict, notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import type { RowProblem } from '../../../../shared/import/rows/row-source.ts';
import { createRunStore } from '../../../../shared/jobs/leased-run.ts';
import { splitBytes } from '../../../../shared/values/split-bytes.ts';
import type { FilePart, ImportItem } from './import.ts';
import type { ImportRunItem } from './run-item.ts';

// Wrapped where they are called, so that functions which store nothing do not load their module.
const compress = (content: Uint8Array | string) => promisify(gzip)(content);
const decompress = (content: Uint8Array) => promisify(gunzip)(content);

/** A row of the file: its number as a spreadsheet shows it, and its cells. */
export type FileRow = readonly [row: number, cells: readonly string[]];

/** What is wrong with a row, and the row as it was. */
export interface ProblemRow {
  readonly row: string;
  readonly isRefused: boolean;
  readonly problems: readonly RowProblem[];
  readonly cells: readonly string[];
}

/** Compressed JSON. */
interface PageItem {
  readonly type: 'import-page' | 'import-refusals';
  readonly content: Uint8Array;
  readonly ttl: number;
}

/** A piece of an uploaded part, compressed. */
interface ChunkItem {
  readonly type: 'import-part';
  readonly bytes: Uint8Array;
  readonly ttl: number;
}

/** What a commit of a page wrote: a run that goes on after it counts these rows as they were. */
interface WrittenItem {
  readonly type: 'import-written';
  readonly outcomes: Readonly<Record<string, UpsertOutcome>>;
  readonly ttl: number;
}

/** Calls the job. */
interface StepItem {
  readonly type: 'import-step';
  /** Another one for each call, so that the item changes. */
  readonly mark: string;
  readonly ttl: number;
}

const DAY_SECONDS = 24 * 3600;
const toSort = (page: number): string => String(page).padStart(6, '0');
const partitionName = (id: string): string => `IMPORT#${id}`;

const importKey = (tenant: TenantStore, id: string): Key<ImportItem> =>
  tenant.key(partitionName(id), 'IMPORT');
const pageKey = (tenant: TenantStore, id: string, page: number): Key<PageItem> =>
  tenant.key(partitionName(id), `PAGE#${toSort(page)}`);
const refusalsKey = (tenant: TenantStore, id: string, runId: string, page: number): Key<PageItem> =>
  tenant.key(partitionName(id), `REFUSALS#${runId}#${toSort(page)}`);
const chunkKey = (tenant: TenantStore, id: string, part: number, chunk: number): Key<ChunkItem> =>
  tenant.key(partitionName(id), `PART#${toSort(part)}#${toSort(chunk)}`);
const writtenSort = (runId: string, page: number): string => `WRITTEN#${runId}#${toSort(page)}#`;

const importsByDate = (tenant: TenantStore): Partition<ImportItem> => tenant.listing('IMPORTS');

/** The runs of imports. */
export const importRuns = createRunStore<ImportRunItem>(partitionName, 'IMPORT-RUNS');

const MAX_TIMESTAMP = 9_999_999_999_999;
const newestFirstSort = ({ createdDate, id }: ImportItem): string =>
  `${String(MAX_TIMESTAMP - Date.parse(createdDate)).padStart(13, '0')}#${id}`;

const putImport = (tenant: TenantStore, item: ImportItem, conditional: object): Change =>
  put(importKey(tenant, item.id), item, {
    ...conditional,
    listed: { listing: importsByDate(tenant), sort: newestFirstSort(item) },
  });

/** Stores a new import. */
export const insertImport = (tenant: TenantStore, item: ImportItem): Change =>
  putImport(tenant, item, { condition: ifAbsent, onConflict: 'retry' });

/** Stores a changed import. */
export const updateImport = (
  tenant: TenantStore,
  before: ImportItem,
  after: ImportItem,
  ifMatch?: IfMatch,
): Change => putImport(tenant, after, ifUnchanged(before.version, ifMatch));

/** An import, and its run while there is one. One round trip. */
export async function importById(tenant: TenantStore, id: string) {
  const keys: Key<ImportItem | ImportRunItem>[] = [importKey(tenant, id), importRuns.key(tenant, id)];
  const [item, run] = await tenant.getMany(keys, { consistent: true });
  return {
    item: item?.type === 'import' ? item : undefined,
    run: run?.type === 'import-run' ? run : undefined,
  };
}

/** The same. @throws Failure 404 */
export async function requireStoredImport(tenant: TenantStore, id: string) {
  const { item, run } = await importById(tenant, id);
  if (!item) throw notFound('import', id);
  return { item, run };
}

/** All imports, newest first. */
export const listStoredImports = (tenant: TenantStore): Promise<ImportItem[]> =>
  tenant.queryAll(importsByDate(tenant));

/** The runs of these imports. */
export const loadRuns = async (tenant: TenantStore, items: readonly ImportItem[]) =>
  tenant.getMany(items.map(({ id }) => importRuns.key(tenant, id)));

/** The commit fails once somebody else has taken the run, or the import was deleted. */
export const checkRun = (tenant: TenantStore, run: ImportRunItem): Change =>
  check(
    importRuns.key(tenant, run.id),
    importRuns.ifUnchanged(run),
    conflict('Another worker has this import.'),
  );

/** Calls the job for an import. */
export const callJob = (
  tenant: TenantStore,
  { id, ttl }: Pick<ImportItem, 'id' | 'ttl'>,
  mark: string,
): Change => {
  const key: Key<StepItem> = tenant.key(partitionName(id), 'STEP');
  return put(key, { type: 'import-step', mark, ttl });
};

/** Stores a part of the file. The same part again replaces it. */
export async function putPart(
  tenant: TenantStore,
  { id, ttl }: Pick<ImportItem, 'id' | 'ttl'>,
  number: number,
  content: Uint8Array,
): Promise<{ readonly part: FilePart; readonly changes: readonly Change[] }> {
  const changes = splitBytes(await compress(content)).map((bytes, chunk) =>
    put(chunkKey(tenant, id, number, chunk), { type: 'import-part', bytes, ttl }),
  );
  return { part: { number, bytes: content.length, chunks: changes.length }, changes };
}

/** The bytes of a part. */
export async function loadPart(
  tenant: TenantStore,
  id: string,
  { number, chunks }: FilePart,
): Promise<Uint8Array> {
  const keys = Array.from({ length: chunks }, (_, chunk) => chunkKey(tenant, id, number, chunk));
  const items = await tenant.getMany(keys, { consistent: true });
  return decompress(Buffer.concat(items.flatMap((item) => (item ? [item.bytes] : []))));
}

const packPage = async (
  type: PageItem['type'],
  rows: readonly unknown[],
  ttl: number,
): Promise<PageItem> => ({
  type,
  content: new Uint8Array(await compress(JSON.stringify(rows))),
  ttl,
});

/** Stores a page of the file's rows. */
export const putPage = async (
  tenant: TenantStore,
  { id, ttl }: Pick<ImportItem, 'id' | 'ttl'>,
  page: number,
  rows: readonly FileRow[],
): Promise<Change> => put(pageKey(tenant, id, page), await packPage('import-page', rows, ttl));

/** Stores the refused rows of a page. */
export const putRefusals = async (
  tenant: TenantStore,
  { id, ttl }: Pick<ImportItem, 'id' | 'ttl'>,
  { runId, page }: { readonly runId: string; readonly page: number },
  rows: readonly ProblemRow[],
): Promise<Change> => put(refusalsKey(tenant, id, runId, page), await packPage('import-refusals', rows, ttl));

async function loadPage<T>(tenant: TenantStore, key: Key<PageItem>): Promise<readonly T[]> {
  const item = await tenant.get(key, { consistent: true });
  if (!item) throw new Error(`A page of an import of ${tenant.code} is missing: ${key.sk}`);
  return JSON.parse((await decompress(item.content)).toString('utf8'));
}

/** The rows of a page. */
export const loadFileRows = (tenant: TenantStore, id: string, page: number): Promise<readonly FileRow[]> =>
  loadPage(tenant, pageKey(tenant, id, page));

/** The refused rows of a page of them. */
export const loadRefusals = (
  tenant: TenantStore,
  id: string,
  runId: string,
  page: number,
): Promise<readonly ProblemRow[]> => loadPage(tenant, refusalsKey(tenant, id, runId, page));

/** Stores what a commit wrote. */
export function putWritten(
  tenant: TenantStore,
  { id, runId, page }: { readonly id: string; readonly runId: string; readonly page: number },
  written: ReadonlyMap<string, UpsertOutcome>,
  now: Date,
): Change {
  const [first = ''] = written.keys();
  const key: Key<WrittenItem> = tenant.key(partitionName(id), `${writtenSort(runId, page)}${first}`);
  const ttl = Math.floor(now.getTime() / 1000) + DAY_SECONDS;
  return put(key, { type: 'import-written', outcomes: Object.fromEntries(written), ttl });
}

/** What earlier commits of a page wrote. */
export async function loadWritten(
  tenant: TenantStore,
  id: string,
  runId: string,
  page: number,
): Promise<ReadonlyMap<string, UpsertOutcome>> {
  const items = await tenant.queryAll(tenant.partition<WrittenItem>(partitionName(id)), {
    beginsWith: writtenSort(runId, page),
    consistent: true,
  });
  return new Map(items.flatMap(({ outcomes }) => Object.entries(outcomes)));
}

/** Removes an import; the job removes its rows. */
export const removeImport = (
  tenant: TenantStore,
  item: ImportItem,
  ifMatch: IfMatch | undefined,
): Change[] => [
  remove(importKey(tenant, item.id), ifUnchanged(item.version, ifMatch)),
  remove(importRuns.key(tenant, item.id)),
];

const REMOVALS_PER_COMMIT = 50;

/** The removals of what is stored below an import, in groups for one commit each: all of it, or only the file. */
export async function* removeRows(
  tenant: TenantStore,
  id: string,
  beginsWith?: 'PAGE#' | 'PART#' | 'WRITTEN#',
): AsyncGenerator<readonly Change[]> {
  const pages = tenant.queryPages(tenant.partition<{ readonly sk: string }>(partitionName(id)), {
    ...(beginsWith && { beginsWith }),
    limit: REMOVALS_PER_COMMIT,
    consistent: true,
  });
  for await (const { items } of pages)
    if (items.some(({ sk }) => sk !== 'STEP'))
      yield items.map(({ sk }) => remove(tenant.key(partitionName(id), sk)));
}
