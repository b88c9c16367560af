// GET /api/1.0/bill/event/{id}
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { rowsById } from '../bills/store.ts';
import { successReply } from '../envelopes.ts';
import { getCalendarEvent } from './contract.ts';
import { presentEventDetails } from './present.ts';
import { eventById } from './store.ts';

export const handler = lambda(getCalendarEvent, async ({ params, tenant }) => {
  const event = await eventById(tenant, params.id);
  if (!event) throw notFound('calendar event', params.id);
  const bills = await rowsById(tenant, event.billIds);
  return successReply(presentEventDetails(event, bills), event.title, {
    version: event.version,
    isComposed: true,
  });
});
