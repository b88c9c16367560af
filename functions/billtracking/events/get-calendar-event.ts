// GET /api/1.0/bill/event/{id}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { rowsById } from '../bills/record/store.ts';
import { successReply } from '../envelopes.ts';
import { getCalendarEvent } from './contract.ts';
import { presentEventDetails, presentNotices, presentSources } from './present.ts';
import { daysSeen, listNotices } from './record/history-store.ts';
import { eventById } from './record/store.ts';

export const handler = lambda(getCalendarEvent, async ({ params, tenant }) => {
  const event = await eventById(tenant, params.id);
  if (!event) throw notFound('calendar event', params.id);
  const [bills, notices, seen] = await Promise.all([
    rowsById(tenant, event.billIds),
    listNotices(tenant, event.id),
    daysSeen(tenant, event.id),
  ]);
  const history = { sources: presentSources(event, seen), notices: presentNotices(event, notices) };
  return successReply({ ...presentEventDetails(event, bills), ...history }, event.title, {
    version: event.version,
    isComposed: true,
  });
});
