// Imports events that a source has deleted: those that the tenant has, and that have not begun, are cancelled.
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import type { Row } from '../../../shared/import/row-source.ts';
import type { CalendarEvent } from '../events/calendar-event.ts';
import { eventsById } from '../events/store.ts';
import { sourceEventId } from '../events/upsert-events.ts';
import { importEvents } from './import-events.ts';
import type { EventDraft } from './read/bill-draft.ts';
import type { SourceRun } from './source-run.ts';

const hasBegun = ({ startsAt, startDate, timeZone }: CalendarEvent, now: Date): boolean =>
  startsAt === undefined ? startDate < toLocalDate(timeZone, now) : new Date(startsAt) <= now;

/**
 * Imports deleted events. Open States deletes every event that a legislature lists no longer, also when it was held
 * (openstates-core, importers/events.py: postimport), so that one which has begun stays as it is.
 */
export async function importDeletedEvents(run: SourceRun, rows: readonly Row<EventDraft>[]): Promise<void> {
  const idOf = ({ content }: EventDraft): string =>
    sourceEventId(run.tenant, content.stateId, content.sourceId ?? '');
  const ids = rows.flatMap((row) => ('record' in row ? [idOf(row.record)] : []));
  const stored = await eventsById(run.tenant, ids, { consistent: true });
  const coming = new Set(stored.filter((event) => !hasBegun(event, run.now)).map(({ id }) => id));
  await importEvents(
    run,
    rows.filter((row) => 'record' in row && coming.has(idOf(row.record))),
  );
}
