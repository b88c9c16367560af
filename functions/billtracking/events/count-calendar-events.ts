// POST /api/1.0/bill/event/calendar/count
import { lambda } from '../../../shared/http/lambda.ts';
import { successReply } from '../envelopes.ts';
import { countCalendarEvents } from './contract.ts';
import { selectEvents } from './find-events.ts';

export const handler = lambda(countCalendarEvents, async ({ body, tenant, caller }) => {
  const { total } = await selectEvents(tenant, body, caller);
  return successReply(total, `${total} calendar events`);
});
