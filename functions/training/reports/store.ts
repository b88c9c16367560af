// Storage of reports: the job, its run and the rows so far in one partition, and a counted list of each subject's
// reports, newest first.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Change, insert, put, remove, update } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { removeFile } from '../../../shared/files/stored-file.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { createRunStore } from '../../../shared/jobs/leased-run.ts';
import { type CountedList, countedList } from '../../../shared/lists/counted-list.ts';
import type { Row } from './definition/report.ts';
import type { ReportJobItem, ReportRunItem } from './job.ts';

// Wrapped where they are called, so that functions which store nothing do not load their module.
const compress = (content: Uint8Array | string) => promisify(gzip)(content);
const decompress = (content: Uint8Array) => promisify(gunzip)(content);

/** Rows of a report in progress. They expire, because nothing reads them after the file is written. */
interface RowsItem {
  readonly type: 'report-rows';
  /** Compressed JSON: a list of rows. */
  readonly rows: Uint8Array;
  /** Epoch seconds. */
  readonly ttl: number;
}

const rowsLifetime = 7 * 24 * 3600;

const jobKey = (tenant: TenantStore, id: string): Key<ReportJobItem> => tenant.key(`REPORT#${id}`, 'JOB');
/** The runs of jobs in progress. */
export const reportRuns = createRunStore<ReportRunItem>((id) => `REPORT#${id}`, 'REPORT-RUNS');
const rowsKey = (tenant: TenantStore, id: string, index: number): Key<RowsItem> =>
  tenant.key(`REPORT#${id}`, `ROWS#${String(index).padStart(6, '0')}`);

/** The reports that a subject requested, newest first. */
export const reportsBySubject = (tenant: TenantStore, subject: string): CountedList<ReportJobItem> =>
  countedList<ReportJobItem>(tenant, `REPORTS#${subject}`);

const maxTimestamp = 9_999_999_999_999;

/** The sort key of a report among those of its subject: newer reports sort first. */
const newestFirstSort = ({ createdDate, id }: Pick<ReportJobItem, 'createdDate' | 'id'>): string =>
  `${String(maxTimestamp - Date.parse(createdDate)).padStart(13, '0')}#${id}`;

/** A job and, while it is in progress, its run. */
export interface JobState {
  readonly job: ReportJobItem;
  readonly run: ReportRunItem | undefined;
}

/** The report with this id. One round trip. */
export async function reportById(
  tenant: TenantStore,
  id: string,
  options: { readonly consistent?: boolean } = {},
): Promise<JobState | undefined> {
  const keys: Key<ReportJobItem | ReportRunItem>[] = [jobKey(tenant, id), reportRuns.key(tenant, id)];
  const [job, run] = await tenant.getMany(keys, options);
  if (job?.type !== 'report-job') return undefined;
  return { job, run: run?.type === 'report-run' ? run : undefined };
}

/** Loads the runs of the jobs in progress; one round trip, or none. */
export const loadJobStates = async (
  tenant: TenantStore,
  jobs: readonly ReportJobItem[],
): Promise<readonly JobState[]> => {
  const open = jobs.filter(({ status }) => status === 'inprogress');
  const found = await tenant.getMany(open.map(({ id }) => reportRuns.key(tenant, id)));
  const runs = new Map(open.map(({ id }, index) => [id, found[index]]));
  return jobs.map((job) => ({ job, run: runs.get(job.id) }));
};

/** Inserts a job, and its run when the report is not ready. */
export async function insertReport(
  tenant: TenantStore,
  job: ReportJobItem,
  run: ReportRunItem | undefined,
): Promise<Change[]> {
  const list = reportsBySubject(tenant, job.requestedBy);
  const sort = newestFirstSort(job);
  return [
    insert(jobKey(tenant, job.id), job, { listed: { listing: list.listing, sort } }),
    ...(run ? [reportRuns.put(tenant, undefined, run)] : []),
    ...(await list.changesForInsert(sort)),
  ];
}

/** Removes a report. A worker that has it stops, because its run no longer exists. */
export async function removeReport(
  tenant: TenantStore,
  job: ReportJobItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> {
  return [
    remove(jobKey(tenant, job.id), ifUnchanged(job.version, ifMatch)),
    remove(reportRuns.key(tenant, job.id)),
    ...(job.file ? removeFile(tenant, job.file) : []),
    ...(await reportsBySubject(tenant, job.requestedBy).changesForRemove(newestFirstSort(job))),
  ];
}

/** Ends a job and removes its run. */
export const endJob = (tenant: TenantStore, job: ReportJobItem, run: ReportRunItem): Change[] => [
  update(
    jobKey(tenant, job.id),
    {
      set: {
        status: job.status,
        rows: job.rows,
        file: job.file,
        completedDate: job.completedDate,
        reason: job.reason,
        version: job.version,
        modifiedDate: job.modifiedDate,
      },
    },
    {
      condition: {
        expression: '#version = :seen',
        names: { '#version': 'version' },
        values: { ':seen': job.version - 1 },
      },
      onConflict: 'retry',
    },
  ),
  reportRuns.remove(tenant, run),
];

/** Stores a part of the rows; the same part again replaces it. */
export async function putRows(
  tenant: TenantStore,
  id: string,
  index: number,
  rows: readonly Row[],
  now: Date,
): Promise<Change> {
  return put(rowsKey(tenant, id, index), {
    type: 'report-rows',
    rows: new Uint8Array(await compress(JSON.stringify(rows))),
    ttl: Math.floor(now.getTime() / 1000) + rowsLifetime,
  });
}

/**
 * Loads all rows of a report from its parts.
 * @throws Error when a part is missing
 */
export async function loadRows(tenant: TenantStore, id: string, parts: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let from = 0; from < parts; from += 20) {
    const keys = Array.from({ length: Math.min(20, parts - from) }, (_, index) =>
      rowsKey(tenant, id, from + index),
    );
    for (const item of await tenant.getMany(keys, { consistent: true })) {
      if (!item) throw new Error(`Rows of the report ${id} of ${tenant.code} are missing`);
      const part: readonly Row[] = JSON.parse((await decompress(item.rows)).toString('utf8'));
      rows.push(...part);
    }
  }
  return rows;
}
