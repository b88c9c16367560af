// Parses sessions of legislatures: a JSON list of sessions, or of jurisdictions with their sessions.

import { refuseDuplicate } from '../../../../shared/import/rows/refuse-duplicate.ts';
import type { Row, RowProblem, RowSource } from '../../../../shared/import/rows/row-source.ts';
import { createValueCollector, type ValueCollector } from '../../../../shared/import/rows/value-collector.ts';
import { type Cell, parseDay, readText } from '../../../../shared/import/rows/values.ts';
import { isObject, type JsonObject, refuseNonObject } from '../../../../shared/import/tables/json-object.ts';
import { congressSession } from '../../../../shared/legislature/sessions/congress.ts';
import { endsBeforeStart, type SessionContent } from '../../../../shared/legislature/sessions/session.ts';
import { namesSpecialSession } from '../../../../shared/legislature/sessions/session-variants.ts';
import { type State, stateByAbbreviation, stateByName } from '../../../../shared/legislature/states.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';

/** A session as a source gives one; the id names it there. */
export interface SessionDraft {
  readonly id: string;
  readonly content: SessionContent;
}

/** The state of an Open Civic Data jurisdiction: `ocd-jurisdiction/country:us/state:ga/government`, or of a name. */
export function parseJurisdiction(text: string | undefined): State | undefined {
  if (text === undefined) return undefined;
  const part = /\/(?:state|district|territory):([a-z]{2})\b/.exec(text)?.[1];
  return (
    stateByAbbreviation(part ?? (/country:us\/government$/.test(text) ? 'US' : text)) ?? stateByName(text)
  );
}

/** The session that a bill or an event names, as far as the name tells. */
export const nameSession = (stateId: number, name: string): SessionContent => ({
  stateId,
  identifier: name,
  name,
  classification: namesSpecialSession(name) ? 'special' : 'primary',
});

/** Whether an entry of a JSON list is a session, or a jurisdiction with its sessions. */
export const isSessionEntry = (entry: JsonObject): boolean =>
  Array.isArray(entry.legislative_sessions) ||
  (readText(entry.identifier) !== undefined &&
    entry.title === undefined &&
    ['name', 'start_date', 'startDate', 'classification'].some((member) => entry[member] !== undefined));

interface SessionEntry {
  readonly row: string;
  readonly entry: unknown;
  readonly state: string | undefined;
}

/** The sessions among the entries of a list. Rows are numbered from 1, those of a jurisdiction as `3 session 2`. */
export function parseSessions(entries: readonly unknown[], label = ''): RowSource<SessionDraft> {
  const places = entries.flatMap((entry, index): SessionEntry[] => {
    const row = `${label}${index + 1}`;
    if (!isObject(entry) || !Array.isArray(entry.legislative_sessions))
      return [{ row, entry, state: isObject(entry) ? readState(entry) : undefined }];
    const state = readText(entry.id) ?? readText(entry.abbreviation);
    return entry.legislative_sessions.map((session: unknown, position) => ({
      row: `${row} session ${position + 1}`,
      entry: session,
      state,
    }));
  });
  const seen = new Map<string, string>();
  return {
    total: places.length,
    remarks: [],
    rows: places.map((place) => refuseDuplicate(parseSession(place), seen)),
  };
}

const readState = (entry: JsonObject): string | undefined =>
  readText(entry.state) ?? readText(entry.jurisdiction_id) ?? readText(entry.jurisdiction);

function parseSession({ row, entry, state: stateText }: SessionEntry): Row<SessionDraft> {
  if (!isObject(entry)) return refuseNonObject(row, entry);
  const state = parseJurisdiction(stateText);
  const identifier = readText(entry.identifier);
  const problems: RowProblem[] = [];
  if (identifier === undefined) problems.push({ field: 'identifier', reason: 'is missing', value: '' });
  if (state === undefined)
    problems.push({
      field: 'state',
      reason: 'is no state: two letters such as WA, US, or an Open Civic Data jurisdiction',
      value: stateText ?? '',
    });
  if (identifier === undefined || state === undefined) return { row, problems };
  const collector = createValueCollector();
  const content: SessionContent = {
    stateId: state.id,
    identifier,
    name: readText(entry.name) ?? identifier,
    // Most public lists leave it out for regular sessions, or say "regular".
    classification: readText(entry.classification) === 'special' ? 'special' : 'primary',
    ...omitUndefined({
      startDate: readDay(entry, ['startDate', 'start_date'], collector),
      endDate: readDay(entry, ['endDate', 'end_date'], collector),
    }),
  };
  const corrected = state.id === 0 ? correctCongressTerm(content, collector) : content;
  if (endsBeforeStart(corrected)) {
    const reason = `ends (${corrected.endDate}) before it starts (${corrected.startDate}); correct one of the two`;
    return { row, problems: [{ field: 'endDate', reason, value: corrected.endDate ?? '' }] };
  }
  return {
    row,
    record: { id: `${state.id}#${identifier.toLowerCase()}`, content: corrected },
    leftOut: collector.leftOut,
  };
}

function readDay(
  entry: JsonObject,
  members: readonly string[],
  collector: ValueCollector,
): string | undefined {
  const cell = members.flatMap((field): Cell[] => {
    const value = readText(entry[field]);
    return value === undefined ? [] : [{ field, value }];
  })[0];
  return collector.accept(cell && parseDay(cell));
}

/** A Congress ends on the third day of January: another day is the end of some member's term, and corrected. */
function correctCongressTerm(content: SessionContent, collector: ValueCollector): SessionContent {
  const term = congressSession(Number(content.identifier));
  if (!term || content.endDate === undefined || content.endDate === term.endDate) return content;
  collector.leaveOut({
    field: 'endDate',
    reason: `is not the end of the ${term.name}; taken as ${term.endDate} (Constitution, Twentieth Amendment)`,
    value: content.endDate,
  });
  return { ...content, endDate: term.endDate };
}
