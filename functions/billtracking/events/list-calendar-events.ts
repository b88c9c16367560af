// POST /api/1.0/bill/event/calendar
import { lambda } from '../../../shared/http/lambda.ts';
import { sortsAscending } from '../../../shared/lists/query.ts';
import { pageReply } from '../envelopes.ts';
import { listCalendarEvents } from './contract.ts';
import { selectEvents } from './find-events.ts';
import { presentEvents } from './present.ts';

export const handler = lambda(listCalendarEvents, async ({ body, tenant, caller }) => {
  const { total, slice } = await selectEvents(tenant, body, caller, body.sortBy);
  const isForward = sortsAscending(body, true);
  const skipped = Math.min((body.pageNumber - 1) * body.pageSize, total);
  const count = Math.min(body.pageSize, total - skipped);
  const events = await slice(isForward ? skipped : total - skipped - count, count);
  const views = await presentEvents(tenant, events);
  return pageReply(isForward ? views : views.reverse(), body, total);
});
