// Gives the events of a session to another one, and those of a bill to another bill.
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  applyEventContent,
  type CalendarEvent,
  type CalendarEventContent,
  hashContent,
} from './calendar-event.ts';
import {
  buildBillEntryChanges,
  buildCalendarChanges,
  eventById,
  eventsByBill,
  eventsByDay,
  writeEvent,
} from './store.ts';

/**
 * Writes an event with other references. Nothing of it changes for a calendar, so its sequence stays, and an import of
 * it from its source finds it unchanged. At most 84 changes.
 */
const rewriteEvent = (
  tenant: TenantStore,
  id: string,
  getReferences: (event: CalendarEvent) => Partial<CalendarEventContent>,
) =>
  decideAndCommit(async () => {
    const before = await eventById(tenant, id, { consistent: true });
    if (!before) return { changes: [] };
    const content = { ...before, ...getReferences(before) };
    const isAsImported = before.contentHash === hashContent(before);
    const after: CalendarEvent = {
      ...content,
      ...(isAsImported && { contentHash: hashContent(content) }),
      version: before.version + 1,
    };
    const { additions, removals } = buildBillEntryChanges(tenant, { before, after });
    return { changes: [...writeEvent(tenant, { before, after }), ...additions, ...removals] };
  });

/** Gives the events of a bill to another bill. */
export async function moveBillEvents(tenant: TenantStore, fromBill: string, intoBill: string): Promise<void> {
  for (const { id } of await eventsByBill(tenant, fromBill))
    await rewriteEvent(tenant, id, ({ sessionId, billIds }) => ({
      sessionId,
      billIds: [...new Set(billIds.map((billId) => (billId === fromBill ? intoBill : billId)))],
    }));
}

/** The ids of the events of a session of a state. About ten events per read unit. */
export async function* iterateSessionEvents(
  tenant: TenantStore,
  session: { readonly id: number; readonly stateId: number },
): AsyncGenerator<string> {
  for await (const { items } of tenant.queryPages(eventsByDay(tenant, session.stateId).listing))
    for (const { id, sessionId } of items) if (sessionId === session.id) yield id;
}

/** Gives an event to another session. */
export const moveEvent = (tenant: TenantStore, id: string, sessionId: number) =>
  rewriteEvent(tenant, id, ({ billIds }) => ({ sessionId, billIds }));

/** Cancels an event that another one of the session stands for, so that calendars remove it. */
export const cancelEvent = (tenant: TenantStore, id: string, sessionId: number, now: Date) =>
  decideAndCommit(async () => {
    const before = await eventById(tenant, id, { consistent: true });
    if (!before) return { changes: [] };
    const after = applyEventContent(id, before, { ...before, sessionId, status: 'CANCELLED' }, now);
    const counts = await buildCalendarChanges(tenant, [{ before, after }]);
    return { changes: [...writeEvent(tenant, { before, after }), ...counts] };
  });
