// Storage of reports: the job, its run and the rows so far in one partition, and a counted list of each subject's
// reports, newest first.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Change, insert, put, remove, update } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import { removeFile } from '../../../shared/files/stored-file.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
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
const runKey = (tenant: TenantStore, id: string): Key<ReportRunItem> => tenant.key(`REPORT#${id}`, 'RUN');
const rowsKey = (tenant: TenantStore, id: string, index: number): Key<RowsItem> =>
  tenant.key(`REPORT#${id}`, `ROWS#${String(index).padStart(6, '0')}`);
const runsByDueTime = (tenant: TenantStore): Partition<ReportRunItem> => tenant.dueListing('REPORT-RUNS');

/** The reports that a subject requested, newest first. */
export const reportsBySubject = (tenant: TenantStore, subject: string): CountedList<ReportJobItem> =>
  countedList<ReportJobItem>(tenant, `REPORTS#${subject}`);

const maxTimestamp = 9_999_999_999_999;

/** The sort key of a report among those of its subject: newer reports sort first. */
const newestFirstSort = ({ createdDate, id }: Pick<ReportJobItem, 'createdDate' | 'id'>): string =>
  `${String(maxTimestamp - Date.parse(createdDate)).padStart(13, '0')}#${id}`;

const dueSort = ({ dueAt, id }: Pick<ReportRunItem, 'dueAt' | 'id'>): string =>
  `${String(dueAt).padStart(15, '0')}#${id}`;

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
  const keys: Key<ReportJobItem | ReportRunItem>[] = [jobKey(tenant, id), runKey(tenant, id)];
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
  const found = await tenant.getMany(open.map(({ id }) => runKey(tenant, id)));
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
    ...(run
      ? [
          put(runKey(tenant, job.id), run, {
            listed: { listing: runsByDueTime(tenant), sort: dueSort(run) },
          }),
        ]
      : []),
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
    remove(runKey(tenant, job.id)),
    ...(job.file ? removeFile(tenant, job.file) : []),
    ...(await reportsBySubject(tenant, job.requestedBy).changesForRemove(newestFirstSort(job))),
  ];
}

/** Runs as work that is due. */
export const dueRunsKind = { listing: 'REPORT-RUNS', moment: 'milliseconds' } as const;

/** The runs that are due, oldest first. */
export async function listDueRuns(
  tenant: TenantStore,
  now: Date,
  limit = 25,
): Promise<readonly ReportRunItem[]> {
  const { items } = await tenant.query(runsByDueTime(tenant), {
    to: `${String(now.getTime()).padStart(15, '0')}#~`,
    limit,
  });
  return items;
}

/** The condition that no worker has changed the run since it was read. */
const ifRunUnchanged = ({ tries, dueAt, lease }: ReportRunItem) => ({
  condition: {
    expression: `#tries = :seenTries AND #dueAt = :seenDueAt AND ${
      lease === undefined ? 'attribute_not_exists(#lease)' : '#lease = :seenLease'
    }`,
    names: { '#tries': 'tries', '#dueAt': 'dueAt', '#lease': 'lease' },
    values: {
      ':seenTries': tries,
      ':seenDueAt': dueAt,
      ...(lease !== undefined && { ':seenLease': lease }),
    },
  },
  onConflict: 'retry' as const,
});

/** Updates a run that was read as `seen`; undefined fields are removed. */
export function updateRun(tenant: TenantStore, seen: ReportRunItem, after: ReportRunItem): Change {
  const { tries, dueAt, size, done, rows, chunks, isRead, lease, next } = after;
  return update(
    runKey(tenant, seen.id),
    {
      set: { tries, dueAt, size, done, rows, chunks, isRead, lease, next, gsi1sk: dueSort(after) },
      unset: lease === undefined && seen.lease !== undefined ? ['lease'] : [],
    },
    ifRunUnchanged(seen),
  );
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
  remove(runKey(tenant, job.id), ifRunUnchanged(run)),
];

/** Removes the run of a job that ended or no longer exists. */
export const removeRun = (tenant: TenantStore, run: ReportRunItem): Change =>
  remove(runKey(tenant, run.id), ifRunUnchanged(run));

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
