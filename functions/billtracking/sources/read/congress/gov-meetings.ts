// Reads meetings of committees of the Congress in the shape of the congress.gov API (CommitteeMeetingEndpoint.md).

import type { Row } from '../../../../../shared/import/rows/row-source.ts';
import {
  createValueCollector,
  type ValueCollector,
} from '../../../../../shared/import/rows/value-collector.ts';
import { readText } from '../../../../../shared/import/rows/values.ts';
import { type JsonObject, readObject, readObjects } from '../../../../../shared/import/tables/json-object.ts';
import type { EventType } from '../../../../../shared/legislature/event-types.ts';
import { congressSession } from '../../../../../shared/legislature/sessions/congress.ts';
import { federal } from '../../../../../shared/legislature/states.ts';
import { dayInZone } from '../../../../../shared/time/day-in-zone.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import type { Chamber } from '../../../bills/record/bill.ts';
import type { EventDocument, EventStatus, EventWitness } from '../../../events/record/calendar-event.ts';
import type { EventDraft, NamedCommittee } from '../bill-draft.ts';

const eventTypes: Readonly<Record<string, EventType>> = { Hearing: 'HEARING' };
const statuses: Readonly<Record<string, EventStatus>> = { Canceled: 'CANCELLED', Postponed: 'POSTPONED' };
const chambers: Readonly<Record<string, Chamber>> = { House: 'lower', Senate: 'upper' };

/** No meeting has more; the limit keeps an event within the size of a record. */
const MAX_PAPERS = 200;

/** A list, which XML and some replies have in `item`. */
const listOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? readObjects(value) : readObjects(readObject(value).item);

const parseCommittees = (meeting: JsonObject, chamber: Chamber | undefined): NamedCommittee[] =>
  listOf(meeting.committees).flatMap(({ name, systemCode }): NamedCommittee[] => {
    const [text, code] = [readText(name), readText(systemCode)?.toUpperCase()];
    if (text === undefined) return [];
    const externalId = code && { scheme: 'thomas', identifier: code.replace(/00$/, '') };
    return [{ name: text, ...omitUndefined({ chamber }), ...(externalId && { externalId }) }];
  });

const parsePapers = (meeting: JsonObject, collector: ValueCollector): EventDocument[] =>
  listOf(meeting.meetingDocuments)
    .slice(0, MAX_PAPERS)
    .map((paper) => {
      const url = collector.acceptLink('meetingDocuments.url', paper.url);
      const title =
        readText(paper.name) ?? readText(paper.description) ?? readText(paper.documentType) ?? 'Document';
      return {
        title: title.slice(0, 300),
        links: url === undefined ? [] : [{ url, ...omitUndefined({ format: readText(paper.format) }) }],
      };
    });

const parseWitnesses = (meeting: JsonObject): EventWitness[] =>
  listOf(meeting.witnesses)
    .slice(0, MAX_PAPERS)
    .flatMap((witness) => {
      const name = readText(witness.name);
      const [position, organization] = [readText(witness.position), readText(witness.organization)];
      return name === undefined
        ? []
        : [{ name, documents: [], ...omitUndefined({ position, organization }) }];
    });

/** The room and the building, or the address of a meeting elsewhere. A building of dashes means that the meeting is held online. */
function parseLocation(value: unknown): string | undefined {
  const location = readObject(value);
  const address = Object.values(readObject(location.address)).flatMap((part) => readText(part) ?? []);
  const parts = [readText(location.room), readText(location.building), ...address];
  return parts.filter((part) => part !== undefined && !/^-+$/.test(part)).join(', ') || undefined;
}

/** The bills of the same Congress that the meeting is about. */
const parseBills = (meeting: JsonObject, congress: string): string[] =>
  listOf(readObject(meeting.relatedItems).bills).flatMap((bill) => {
    const [type, number] = [readText(bill.type)?.toUpperCase(), readText(bill.number)];
    const isOther = (readText(bill.congress) ?? congress) !== congress;
    return type === undefined || number === undefined || isOther ? [] : [`${type} ${number}`];
  });

/** The meeting of an item. One of the House is the one that the House publishes itself. */
export function parseCongressGovMeeting(row: string, meeting: JsonObject): Row<EventDraft> {
  const [number, congress, start = ''] = [
    readText(meeting.eventId) ?? readText(meeting.eventid),
    readText(meeting.congress) ?? '',
    readText(meeting.date),
  ];
  const moment = new Date(start);
  const startDate = Number.isNaN(moment.getTime()) ? undefined : dayInZone(start, federal.timeZone);
  const problems = [
    ...(number === undefined ? [{ field: 'eventId', reason: 'is missing', value: '' }] : []),
    ...(startDate === undefined
      ? [{ field: 'date', reason: 'is not a moment such as 2026-01-31T15:00:00Z', value: start }]
      : []),
  ];
  if (number === undefined || startDate === undefined) return { row, problems };
  const collector = createValueCollector();
  const chamberName = readText(meeting.chamber) ?? '';
  const chamber = chambers[chamberName];
  const committees = parseCommittees(meeting, chamber);
  const sourceType = readText(meeting.type);
  const title = readText(meeting.title) ?? committees.map(({ name }) => name).join(', ');
  const [documents, witnesses] = [parsePapers(meeting, collector), parseWitnesses(meeting)];
  const isAllDay = start.length === 10;
  return {
    row,
    leftOut: collector.leftOut,
    record: {
      id: number,
      session: congressSession(Number(congress)),
      content: {
        title: title.replace(/\s+/g, ' ').slice(0, 500) || 'Meeting of a committee of the Congress',
        eventType: eventTypes[sourceType ?? ''] ?? 'COMMITTEE_MEETING',
        status: statuses[readText(meeting.meetingStatus) ?? ''] ?? 'SCHEDULED',
        stateId: federal.id,
        timeZone: federal.timeZone,
        isAllDay,
        ...{ startDate, endDate: startDate },
        sourceId: `${chamberName === 'House' ? 'house' : `congress-${chamberName.toLowerCase()}`}-meeting:${number}`,
        sourceUrl: `https://www.congress.gov/event/${congress}th-Congress/${chamberName.toLowerCase()}-event/${number}`,
        ...omitUndefined({
          ...{ chamber, sourceType, location: parseLocation(meeting.location) },
          startsAt: isAllDay ? undefined : moment.toISOString(),
          documents: documents.length > 0 ? documents : undefined,
          witnesses: witnesses.length > 0 ? witnesses : undefined,
        }),
      },
      committees,
      bills: parseBills(meeting, congress),
    },
  };
}
