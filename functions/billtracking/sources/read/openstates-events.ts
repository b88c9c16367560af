// Reads events from JSON in the shape of the Open States API, version 3.

import type { Row, RowProblem } from '../../../../shared/import/rows/row-source.ts';
import { createValueCollector, type ValueCollector } from '../../../../shared/import/rows/value-collector.ts';
import { parseDay, readText } from '../../../../shared/import/rows/values.ts';
import {
  isObject,
  type JsonObject,
  readObject,
  readObjects,
  refuseNonObject,
} from '../../../../shared/import/tables/json-object.ts';
import { parseBillNumber } from '../../../../shared/legislature/bill-number.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { resolveLocalTime } from '../../../../shared/time/local-time.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { EventDocument, EventStatus } from '../../events/record/calendar-event.ts';
import type { EventDraft, NamedCommittee } from './bill-draft.ts';
import { nameSession, parseJurisdiction } from './sessions.ts';

/** Begins the sourceId of Open States' events. */
export const openStatesEventPrefix = 'openstates:';

const statuses: Readonly<Record<string, EventStatus>> = {
  tentative: 'SCHEDULED',
  confirmed: 'SCHEDULED',
  passed: 'COMPLETED',
  postponed: 'POSTPONED',
  cancelled: 'CANCELLED',
  canceled: 'CANCELLED',
};

/** Whether an entry is an event of this shape. */
export const isOpenStatesEvent = (entry: JsonObject): boolean =>
  readText(entry.name) !== undefined &&
  readText(entry.start_date) !== undefined &&
  (readText(entry.id)?.startsWith('ocd-event/') === true || 'agenda' in entry || 'all_day' in entry);

/** The events among the entries of a list. */
export const parseOpenStatesEvents = (entries: readonly unknown[], label: string): Row<EventDraft>[] =>
  entries.map((entry, index) => parseEvent(`${label}${index + 1}`, entry));

type Moment =
  | { readonly problem: RowProblem }
  | {
      /** YYYY-MM-DD in the time zone. */
      readonly value: string;
      /** Absent for a day. */
      readonly instant?: string;
    };

/** A moment, with its offset or local to the state, or a day. */
function parseMoment(field: string, text: string, timeZone: string): Moment {
  const [, day, time, offset] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? [];
  const isDay = day !== undefined && !('problem' in parseDay({ field, value: day }));
  if (isDay && time === undefined) return { value: day };
  const instant =
    isDay && /^([01]\d|2[0-3]):[0-5]\d$/.test(time ?? '')
      ? new Date(offset === undefined ? resolveLocalTime(`${day}T${time}`, timeZone).instant : text)
      : undefined;
  if (instant && !Number.isNaN(instant.getTime()))
    return { value: toLocalDate(timeZone, instant), instant: instant.toISOString() };
  const reason = 'is no day and no moment such as 2026-02-11T13:00:00-05:00';
  return { problem: { field, reason, value: text } };
}

function parseEvent(row: string, entry: unknown): Row<EventDraft> {
  if (!isObject(entry)) return refuseNonObject(row, entry);
  const jurisdiction = readText(readObject(entry.jurisdiction).id) ?? readText(entry.jurisdiction);
  const state = parseJurisdiction(jurisdiction);
  const id = readText(entry.id);
  const title = readText(entry.name);
  const problems: RowProblem[] = [];
  if (!state)
    problems.push({
      field: 'jurisdiction',
      reason: 'is no state: an Open Civic Data jurisdiction is expected',
      value: jurisdiction ?? '',
    });
  if (!id) problems.push({ field: 'id', reason: 'is missing: ocd-event/... is expected', value: '' });
  if (!title) problems.push({ field: 'name', reason: 'is missing', value: '' });
  const start = parseMoment('start_date', readText(entry.start_date) ?? '', state?.timeZone ?? 'UTC');
  if ('problem' in start) problems.push(start.problem);
  if (problems.length > 0 || !state || !id || !title || 'problem' in start) return { row, problems };
  const collector = createValueCollector();
  const toldEnd = readText(entry.end_date);
  const end = toldEnd === undefined ? undefined : parseMoment('end_date', toldEnd, state.timeZone);
  if (end && 'problem' in end) collector.leaveOut(end.problem);
  const startsAt = entry.all_day === true ? undefined : start.instant;
  const known = end && 'value' in end ? end : undefined;
  const lastDay = known && known.value >= start.value ? known.value : start.value;
  const endsAt =
    startsAt !== undefined && known?.instant !== undefined && known.instant > startsAt
      ? known.instant
      : undefined;
  const named = listRelated(entry, state.id);
  const bills = named.flatMap(({ bill }) => bill ?? []);
  const session = bills.find((bill) => bill.session !== undefined)?.session;
  const otherBills = bills
    .filter((bill) => bill.session === undefined || bill.session !== session)
    .map((bill) => ({
      billNumber: bill.number,
      ...(bill.session !== undefined && { session: nameSession(state.id, bill.session) }),
    }));
  const status = statuses[readText(entry.status) ?? ''] ?? 'SCHEDULED';
  const location = readText(readObject(entry.location).name);
  const sourceUrl =
    collector.acceptLink('sources.url', readObjects(entry.sources)[0]?.url) ??
    collector.acceptLink('links.url', readObjects(entry.links)[0]?.url);
  return {
    row,
    leftOut: collector.leftOut,
    record: {
      id,
      content: {
        title: title.slice(0, 500),
        eventType: /hearing/i.test(`${readText(entry.classification) ?? ''} ${title}`)
          ? 'HEARING'
          : 'COMMITTEE_MEETING',
        status: entry.deleted === true ? 'CANCELLED' : status,
        stateId: state.id,
        timeZone: state.timeZone,
        isAllDay: startsAt === undefined,
        startDate: start.value,
        endDate: lastDay,
        sourceId: `${openStatesEventPrefix}${id}`,
        ...omitUndefined({
          startsAt,
          endsAt,
          location,
          description: readText(entry.description),
          sourceType: readText(entry.classification),
          sourceUrl,
          documents: readDocuments(entry, collector),
        }),
      },
      committees: named.flatMap(({ committee }) => committee ?? []),
      bills:
        session === undefined
          ? []
          : [...new Set(bills.flatMap((bill) => (bill.session === session ? [bill.number] : [])))],
      ...(otherBills.length > 0 && { otherBills }),
      ...(session !== undefined && { session: nameSession(state.id, session) }),
    },
  };
}

/** The agenda, minutes and testimony that are published (api-v3, schemas.py: EventDocument); undefined when there are none. */
function readDocuments(entry: JsonObject, collector: ValueCollector): readonly EventDocument[] | undefined {
  const documents = readObjects(entry.documents).flatMap((document): EventDocument[] => {
    const links = readObjects(document.links).flatMap((link) => {
      const url = collector.acceptLink('documents.links.url', link.url);
      return url === undefined ? [] : [{ url, ...omitUndefined({ format: readText(link.media_type) }) }];
    });
    const title = readText(document.note) ?? readText(document.classification);
    return title === undefined || links.length === 0 ? [] : [{ title: title.slice(0, 500), links }];
  });
  return documents.length > 0 ? documents : undefined;
}

interface Related {
  readonly committee?: NamedCommittee;
  readonly bill?: { readonly number: string; readonly session: string | undefined };
}

/**
 * The committees that take part, and the bills on the agenda. A bill that Open States has not matched has a name and no `bill`
 * (openstates-core, importers/events.py: resolve_bill; api-v3, schemas.py: EventRelatedEntity).
 */
function listRelated(entry: JsonObject, stateId: number): Related[] {
  const onAgenda = readObjects(entry.agenda).flatMap((item) => readObjects(item.related_entities));
  return [...readObjects(entry.participants), ...onAgenda].flatMap((related): Related[] => {
    const organization = readObject(related.organization);
    const bill = readObject(related.bill);
    const type = readText(related.entity_type);
    if (type === 'bill') {
      const number = parseBillNumber(readText(bill.identifier) ?? readText(related.name) ?? '', stateId);
      const session = readText(bill.session) ?? readText(bill.legislative_session);
      return number ? [{ bill: { number: number.billNumber, session } }] : [];
    }
    const name = readText(organization.name) ?? readText(related.name);
    if ((type !== 'organization' && type !== 'committee') || name === undefined) return [];
    const identifier = readText(organization.id);
    return [
      {
        committee: {
          name,
          ...(identifier?.startsWith('ocd-organization/') && {
            externalId: { scheme: 'ocd-organization', identifier },
          }),
        },
      },
    ];
  });
}
