// Gives the events of a session to another one, and those of a bill to another bill.
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  applyEventContent,
  type CalendarEvent,
  type CalendarEventContent,
  type SourceStatement,
} from './record/calendar-event.ts';
import { readSources } from './record/event-sources.ts';
import {
  buildBillEntryChanges,
  buildCalendarChanges,
  eventById,
  eventsByBill,
  eventsByDay,
  writeEvent,
} from './record/store.ts';

type References = Pick<CalendarEventContent, 'sessionId' | 'billIds'>;

/**
 * Writes an event with other references, in what its sources said too. Nothing of it changes for a calendar, so its sequence stays and no
 * notice is given, and an import of it from its sources finds it unchanged. At most 84 changes.
 */
const rewriteEvent = (
  tenant: TenantStore,
  id: string,
  moveReferences: (references: References) => Partial<References>,
) =>
  decideAndCommit(async () => {
    const before = await eventById(tenant, id, { consistent: true });
    if (!before) return { changes: [] };
    const move = (says: SourceStatement): SourceStatement => ({ ...says, ...moveReferences(says) });
    const sources = readSources(before).map((one) => ({ ...one, says: move(one.says) }));
    const after: CalendarEvent = {
      ...before,
      ...moveReferences(before),
      ...(sources.length > 0 && { sources }),
      version: before.version + 1,
    };
    const { additions, removals } = buildBillEntryChanges(tenant, { before, after });
    return { changes: [...writeEvent(tenant, { before, after }), ...additions, ...removals] };
  });

/** Gives the events of a bill to another bill. */
export async function moveBillEvents(tenant: TenantStore, fromBill: string, intoBill: string): Promise<void> {
  for (const { id } of await eventsByBill(tenant, fromBill))
    await rewriteEvent(tenant, id, ({ billIds }) => ({
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

/** Gives an event to another session; a source that names none still does not. */
export const moveEvent = (tenant: TenantStore, id: string, from: number, sessionId: number) =>
  rewriteEvent(tenant, id, (said) => (said.sessionId === from ? { sessionId } : {}));

/** Cancels an event that another one of the session stands for, so that calendars remove it. */
export const cancelEvent = (tenant: TenantStore, id: string, sessionId: number, now: Date) =>
  decideAndCommit(async () => {
    const before = await eventById(tenant, id, { consistent: true });
    if (!before) return { changes: [] };
    const after = applyEventContent(id, before, { ...before, sessionId, status: 'CANCELLED' }, now);
    const counts = await buildCalendarChanges(tenant, [{ before, after }]);
    return { changes: [...writeEvent(tenant, { before, after }), ...counts] };
  });
