// Reads the hearings that bills in LegiScan's shape carry: one event for all bills that are heard together.

import type { Row } from '../../../../shared/import/rows/row-source.ts';
import { parseDay, readText } from '../../../../shared/import/rows/values.ts';
import { type JsonObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import type { EventType } from '../../../../shared/legislature/event-types.ts';
import { stateById } from '../../../../shared/legislature/states.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { resolveLocalTime } from '../../../../shared/time/local-time.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { BillDraft, EventDraft } from './bill-draft.ts';
import { decodeEntities } from './decode-entities.ts';

/** type_id: hearing, executive session, markup session. */
const eventTypes: Readonly<Record<string, EventType>> = {
  1: 'HEARING',
  2: 'COMMITTEE_MEETING',
  3: 'COMMITTEE_MEETING',
};

/** Begins the sourceId of LegiScan's events. */
export const legiscanEventPrefix = 'legiscan:';

/**
 * The events of bills that were read. LegiScan gives events no id: those of one state at one moment in one place, with
 * one description, are one. The import matches those that have moved with the stored ones.
 */
export function parseLegiscanEvents(
  bills: readonly { readonly row: Row<BillDraft>; readonly bill: JsonObject }[],
): Row<EventDraft>[] {
  const events = new Map<string, Row<EventDraft> & { readonly record: EventDraft }>();
  const refused: Row<EventDraft>[] = [];
  for (const { row, bill } of bills) {
    if (!('record' in row)) continue;
    for (const [index, entry] of readObjects(bill.calendar).entries()) {
      const event = parseEvent(`${row.row} calendar ${index + 1}`, decodeEntities(entry), row.record);
      if (!('record' in event)) {
        refused.push(event);
        continue;
      }
      const { record } = event;
      const before = events.get(record.id);
      const heard = [...new Set([...(before?.record.bills ?? []), ...record.bills])];
      events.set(record.id, {
        ...(before ?? event),
        record: { ...(before?.record ?? record), bills: heard },
      });
    }
  }
  return [...events.values(), ...refused];
}

function parseEvent(row: string, entry: JsonObject, { content, session }: BillDraft): Row<EventDraft> {
  const read = parseDay({ field: 'date', value: readText(entry.date) ?? '' });
  if ('problem' in read) return { row, problems: [read.problem] };
  const day = read.value;
  const timeZone = stateById(content.stateId)?.timeZone ?? 'UTC';
  const time = /^([01]\d|2[0-3]):[0-5]\d/.exec(readText(entry.time) ?? '')?.[0];
  const moment =
    time === undefined || time === '00:00' ? undefined : resolveLocalTime(`${day}T${time}`, timeZone);
  const location = readText(entry.location);
  const description = readText(entry.description);
  const type = readText(entry.type) ?? 'Hearing';
  const id = [content.stateId, day, time ?? '', foldForSort(`${description ?? ''} ${location ?? ''}`)].join(
    '#',
  );
  return {
    row,
    leftOut: [],
    record: {
      id,
      session,
      content: {
        title: (description ?? type).slice(0, 500),
        eventType: eventTypes[readText(entry.type_id) ?? ''] ?? 'HEARING',
        sourceType: type,
        status: 'SCHEDULED',
        stateId: content.stateId,
        timeZone,
        isAllDay: moment === undefined,
        startDate: day,
        endDate: day,
        sourceId: `${legiscanEventPrefix}${id}`,
        ...omitUndefined({ startsAt: moment?.instant, location }),
      },
      committees: [],
      bills: [content.billNumber],
    },
  };
}
