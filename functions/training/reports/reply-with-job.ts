// The reply to a request for a report.
import { created, reply, write } from '../../../shared/http/reply.ts';
import type { CreatedJob } from './create-job.ts';
import { type PresentContext, presentReport } from './present.ts';

/** Replies 201 when the report is ready, else 202; the changes are committed with the reply. */
export function replyWithJob({ changes, ...state }: CreatedJob, context: PresentContext) {
  const report = presentReport(state, context);
  const { self } = report.links;
  return write(
    changes,
    report.status === 'success' ? created(report, self) : reply(202, report, { headers: { Location: self } }),
  );
}
