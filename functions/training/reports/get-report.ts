// GET /api/v1/Reports/{id}
import { seesEmails } from '../../../shared/auth/access/email-visibility.ts';
import { permissionDenied } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getReport } from './contract.ts';
import { requireReport } from './create-job.ts';
import type { ReportJobItem } from './job.ts';
import { loadReport } from './kinds.ts';
import { presentReport } from './present.ts';

/** Whether the file has e-mail addresses, because the person who requested it sees them. */
const hasEmails = async ({ report, showsEmails }: ReportJobItem): Promise<boolean> =>
  report !== 'Certificates' && showsEmails !== false && 'email' in (await loadReport(report)).columns;

// Composed: progress and the link to the file change without the report.
export const handler = lambda(getReport, async (ctx) => {
  const report = await requireReport(ctx.tenant, ctx.caller, ctx.params.id);
  const isOwn = ctx.caller.subject === report.job.requestedBy;
  if (!isOwn && !seesEmails(ctx) && (await hasEmails(report.job))) throw permissionDenied('crm.emails.read');
  return ok(presentReport(report, ctx), { version: report.job.version, isComposed: true });
});
