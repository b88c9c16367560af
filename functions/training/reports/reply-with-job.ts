// The reply to whoever asked for a report: the job, ready or not.
import { created, reply, write } from '../../../shared/http/reply.ts';
import type { CreatedJob } from './create-job.ts';
import { type PresentContext, presentReport } from './present.ts';

/** 201 with the report when it is ready, else 202 with how far it is; its changes are committed with it. */
export function replyWithJob({ changes, ...state }: CreatedJob, showing: PresentContext) {
  const shown = presentReport(state, showing);
  const { self } = shown.links;
  return write(
    changes,
    shown.status === 'success' ? created(shown, self) : reply(202, shown, { headers: { Location: self } }),
  );
}
