// Presents reports of credits, with links to their evidence.
import { showByName } from '../../../../shared/auth/accounts/user-name.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { createSignedLink } from '../../../../shared/files/signed-link.ts';
import { pick } from '../../../../shared/values/pick.ts';
import type { ReportedCreditItem } from './reported-credit.ts';

/** How long a link to a file is valid, in milliseconds. */
const linkLifetime = 3_600_000;

/** What a presentation needs of the request. */
export interface PresentContext {
  readonly tenant: TenantStore;
  readonly url: (path: string) => string;
  /** Real time: links expire by it. */
  readonly receivedAt: Date;
}

/** A report as the audit has it: without links. */
export const auditReport = (report: ReportedCreditItem) => ({
  ...pick(report, ['personId', 'status', 'creditTypeId', 'credits', 'earnedDate', 'activity', 'provider']),
  ...pick(report, ['courseId', 'attendanceMode', 'notes', 'reason', 'approvedCredits', 'creditId']),
  evidence: report.evidence.map(({ name }) => name),
});

/** A report in a response. */
export function presentReport(report: ReportedCreditItem, { tenant, url, receivedAt }: PresentContext) {
  const expiresAt = new Date(receivedAt.getTime() + linkLifetime);
  return {
    ...pick(report, ['id', 'personId', 'personName', 'status', 'creditTypeId']),
    creditType: report.creditTypeName,
    ...pick(report, ['credits', 'earnedDate', 'activity', 'provider', 'courseId', 'courseName', 'notes']),
    ...pick(report, ['attendanceMode', 'submittedDate', 'reason', 'approvedCredits', 'creditId']),
    evidence: report.evidence.map((file) => ({
      ...pick(file, ['id', 'name', 'contentType', 'size', 'addedDate']),
      url: url(createSignedLink(tenant, file, expiresAt)),
    })),
    history: report.history.map((event) =>
      showByName(pick(event, ['action', 'at', 'by', 'byName', 'reason'])),
    ),
    ...pick(report, ['createdDate', 'modifiedDate']),
  };
}
