// Reads a meeting of a committee of the House from the XML that the House publishes (docs.house.gov).
import { readFile } from 'node:fs/promises';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { EventStatus } from '../../../functions/billtracking/events/record/calendar-event.ts';
import type { EventDraft, NamedCommittee } from '../../../functions/billtracking/sources/read/bill-draft.ts';
import { type Row, type RowProblem, UnreadableSource } from '../../../shared/import/rows/row-source.ts';
import { createValueCollector, type ValueCollector } from '../../../shared/import/rows/value-collector.ts';
import { parseDay, readText } from '../../../shared/import/rows/values.ts';
import { isObject, type JsonObject } from '../../../shared/import/tables/json-object.ts';
import { findCongressBills } from '../../../shared/legislature/bill-number.ts';
import type { EventType } from '../../../shared/legislature/event-types.ts';
import { congressSession } from '../../../shared/legislature/sessions/congress.ts';
import { federal } from '../../../shared/legislature/states.ts';
import { resolveLocalTime } from '../../../shared/time/local-time.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { houseMeetingId, parseDocuments, parseWitnessList, type WitnessList } from './house-documents.ts';
import { ATTRIBUTE, readAttribute, readElement, readElements, readElementText } from './xml.ts';

/** The House's codes for its meetings. Only a hearing is one; the others are meetings of the committee. */
const meetingTypes: Readonly<Record<string, EventType>> = {
  HHRG: 'HEARING',
  HFLD: 'HEARING',
  HMKP: 'COMMITTEE_MEETING',
  HMTG: 'COMMITTEE_MEETING',
};

const statuses: Readonly<Record<string, EventStatus>> = {
  S: 'SCHEDULED',
  R: 'SCHEDULED',
  P: 'POSTPONED',
  C: 'CANCELLED',
};

const repeatedElements = new Set([
  'committee-name',
  'subcommittee-name',
  'meeting-document',
  'legis-num',
  'file',
  'panel',
  'witness',
  'witness-document',
]);
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  parseTagValue: false,
  isArray: (name) => repeatedElements.has(name),
});

/** What an XML file of the House is. */
export type HouseFile =
  | { readonly meeting: Row<EventDraft> }
  | { readonly witnesses: Row<WitnessList> }
  | { readonly remark: string };

/** Opens an XML file of the House. One that is not well-formed is a refused row: the others of its folder are not. */
export async function readHouseFile(path: string, row: string): Promise<HouseFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableSource(`"${path}" can't be read: ${error.code ?? 'unknown reason'}.`);
  });
  const validity = XMLValidator.validate(text);
  if (validity !== true) {
    const reason = `is not well-formed XML: line ${validity.err.line}, ${validity.err.msg}`;
    return { meeting: { row, problems: [{ field: '(file)', reason, value: '' }] } };
  }
  const parsed: unknown = parser.parse(text);
  const root = isObject(parsed) ? parsed : {};
  if (isObject(root['committee-meeting'])) return { meeting: parseMeeting(row, root['committee-meeting']) };
  if ('witness-list' in root) return { witnesses: parseWitnessList(row, readElement(root, 'witness-list')) };
  const element = Object.keys(root).find((name) => !name.startsWith('?')) ?? 'nothing';
  return { remark: `"${path}" contains <${element}>, not <committee-meeting>; it was skipped.` };
}

function parseMeeting(row: string, meeting: JsonObject): Row<EventDraft> {
  const collector = createValueCollector();
  const details = readElement(meeting, 'meeting-details');
  const number = /\d+$/.exec(readAttribute(meeting, 'meeting-id') ?? '')?.[0];
  const when = readElement(details, 'meeting-date');
  const day = readElementText(when['calendar-date']);
  const startDate = collector.accept(
    day === undefined ? undefined : parseDay({ field: 'calendar-date', value: day }),
  );
  const problems: RowProblem[] = [];
  if (number === undefined)
    problems.push({
      field: 'meeting-id',
      reason: 'is missing, so the meeting cannot be identified',
      value: '',
    });
  if (startDate === undefined)
    problems.push({ field: 'calendar-date', reason: 'is not a day such as 2026-01-31', value: day ?? '' });
  if (number === undefined || startDate === undefined) return { row, problems };
  const committees = parseCommittees(details);
  const title = readElementText(details['meeting-title']) ?? committees.map(({ name }) => name).join(', ');
  const startsAt = parseStart(startDate, readElementText(when['start-time']), collector);
  const sourceType = readAttribute(meeting, 'meeting-type');
  const documents = readElements(readElement(meeting, 'meeting-documents')['meeting-document']);
  const numbers = documents.flatMap((document) =>
    Array.isArray(document['legis-num']) ? document['legis-num'].map(readElementText) : [],
  );
  const papers = parseDocuments('meeting-document', documents, collector);
  return {
    row,
    leftOut: collector.leftOut,
    record: {
      id: number,
      session: congressSession(Number(readAttribute(meeting, 'congress-num'))),
      content: {
        title: title.slice(0, 500) || 'Meeting of a committee of the House',
        eventType: meetingTypes[sourceType ?? ''] ?? 'COMMITTEE_MEETING',
        status: parseStatus(readElementText(meeting['current-status']), collector),
        stateId: federal.id,
        chamber: 'lower',
        timeZone: federal.timeZone,
        isAllDay: startsAt === undefined,
        startDate,
        endDate: startDate,
        sourceId: houseMeetingId(number),
        sourceUrl: `https://docs.house.gov/Committee/Calendar/ByEvent.aspx?EventID=${number}`,
        ...omitUndefined({
          sourceType,
          startsAt,
          documents: papers.length > 0 ? papers : undefined,
          location: parseLocation(readElement(details, 'meeting-location')),
        }),
      },
      committees,
      bills: findCongressBills([title, ...numbers].join('; ')),
    },
  };
}

/** The instant of a time of day in Washington; a time that the clocks leave out is the one after the change. */
function parseStart(day: string, time: string | undefined, collector: ValueCollector): string | undefined {
  if (time === undefined) return undefined;
  const hour = /^([01]\d|2[0-3]):[0-5]\d/.exec(time)?.[0];
  if (hour !== undefined) return resolveLocalTime(`${day}T${hour}`, federal.timeZone).instant;
  const reason = 'is not a time such as 17:00:00; taken for the whole day';
  collector.leaveOut({ field: 'start-time', reason, value: time });
  return undefined;
}

/** S, P and C, or words that begin with them. */
function parseStatus(code: string | undefined, collector: ValueCollector): EventStatus {
  const status = statuses[(code ?? 'S').charAt(0).toUpperCase()];
  if (status === undefined)
    collector.leaveOut({
      field: 'current-status',
      reason: 'is not S (scheduled), P (postponed) or C (cancelled); taken as scheduled',
      value: code ?? '',
    });
  return status ?? 'SCHEDULED';
}

/** `RU00` is the whole committee on Rules, `GO25` a part of Oversight: HSRU and HSGO25 in the lists of committees. */
function parseCommittees(details: JsonObject): NamedCommittee[] {
  const elements = ['committees', 'subcommittees'].flatMap((container): readonly unknown[] =>
    Object.values(readElement(details, container)).flatMap((item: unknown) =>
      Array.isArray(item) ? item : [],
    ),
  );
  return elements.flatMap((element): NamedCommittee[] => {
    const name = readElementText(element);
    const code = readAttribute(element, 'id');
    if (name === undefined) return [];
    return [
      {
        name,
        chamber: 'lower',
        ...(code && { externalId: { scheme: 'house-committee', identifier: code.replace(/00$/, '') } }),
      },
    ];
  });
}

/** The room and building within the Capitol, or what else the place is called. */
function parseLocation(location: JsonObject): string | undefined {
  const texts = (value: unknown): readonly string[] =>
    isObject(value) ? Object.values(value).flatMap(texts) : [readText(value) ?? ''].filter(Boolean);
  return texts(location).join(', ') || undefined;
}
