// Presents reports: the job, its progress, and a new link to its file.

import type { TenantStore } from '../../../shared/data/store.ts';
import { createSignedLink } from '../../../shared/files/signed-link.ts';
import { pick } from '../../../shared/values/pick.ts';
import { computePercent, linkExpiry } from './job.ts';
import type { JobState } from './store.ts';

/** The parts of the request context that presenting a report needs. */
export interface PresentContext {
  readonly tenant: TenantStore;
  readonly receivedAt: Date;
  readonly url: (path: string) => string;
}

const reportPath = (id: string): string => `/api/v1/Reports/${id}`;

/** Presents a report with a new link, if its file is still stored. */
export function presentReport({ job, run }: JobState, { tenant, receivedAt, url }: PresentContext) {
  const { file } = job;
  const hasFile = file !== undefined && file.expiresAt > receivedAt.toISOString();
  const expiry = linkExpiry(receivedAt);
  const link = hasFile ? url(createSignedLink(tenant, file, expiry)) : undefined;
  return {
    ...pick(job, ['id', 'report', 'format', 'status', 'subject', 'parameters']),
    reportName: job.title,
    progress: { percent: computePercent(job.status, run), rows: job.rows ?? run?.rows ?? 0 },
    reportLink: link,
    linkExpires: hasFile ? expiry.toISOString() : undefined,
    ...pick(job, ['reason', 'createdDate', 'completedDate']),
    keptUntil: file?.expiresAt,
    links: { self: url(reportPath(job.id)), file: link },
  };
}
