// Reads sessions of legislatures: a JSON list of them, or jurisdictions that hold theirs.
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { congressSession } from '../../../shared/legislature/congress.ts';
import { endsBeforeStart, type SessionContent } from '../../../shared/legislature/session.ts';
import { type State, stateByAbbreviation } from '../../../shared/legislature/states.ts';
import { isObject, type JsonObject, notAnObject, textIn } from './json.ts';
import { type Keeper, createValueCollector } from './value-collector.ts';
import { once } from './refuse-duplicate.ts';
import type { Fault, Reading, Row } from './row-source.ts';
import { type Cell, dayIn } from './values.ts';

/** A session as a source gives one; the id names it there. */
export interface SessionDraft {
  readonly id: string;
  readonly content: SessionContent;
}

/** The state of an Open Civic Data jurisdiction: `ocd-jurisdiction/country:us/state:ga/government`. */
export function stateOfJurisdiction(text: string | undefined): State | undefined {
  if (text === undefined) return undefined;
  const part = /\/(?:state|district|territory):([a-z]{2})\b/.exec(text)?.[1];
  return stateByAbbreviation(part ?? (/country:us\/government$/.test(text) ? 'US' : text));
}

/** Whether an entry of a JSON list is a session, or a jurisdiction with its sessions. */
export const isSessionEntry = (entry: JsonObject): boolean =>
  Array.isArray(entry.legislative_sessions) ||
  (textIn(entry.identifier) !== undefined &&
    entry.title === undefined &&
    ['name', 'start_date', 'startDate', 'classification'].some((member) => entry[member] !== undefined));

interface Place {
  readonly row: string;
  readonly entry: unknown;
  readonly state: string | undefined;
}

/** The sessions among the entries of a list. Rows are numbered from 1, those of a jurisdiction as `3 session 2`. */
export function sessionsIn(entries: readonly unknown[], label = ''): Reading<SessionDraft> {
  const places = entries.flatMap((entry, index): Place[] => {
    const row = `${label}${index + 1}`;
    if (!isObject(entry) || !Array.isArray(entry.legislative_sessions))
      return [{ row, entry, state: isObject(entry) ? stateTextIn(entry) : undefined }];
    const state = textIn(entry.id) ?? textIn(entry.abbreviation);
    return entry.legislative_sessions.map((session: unknown, at) => ({
      row: `${row} session ${at + 1}`,
      entry: session,
      state,
    }));
  });
  const seen = new Map<string, string>();
  return { total: places.length, remarks: [], rows: places.map((place) => once(sessionIn(place), seen)) };
}

const stateTextIn = (entry: JsonObject): string | undefined =>
  textIn(entry.state) ?? textIn(entry.jurisdiction_id) ?? textIn(entry.jurisdiction);

function sessionIn({ row, entry, state: stateText }: Place): Row<SessionDraft> {
  if (!isObject(entry)) return notAnObject(row, entry);
  const state = stateOfJurisdiction(stateText);
  const identifier = textIn(entry.identifier);
  const faults: Fault[] = [];
  if (identifier === undefined) faults.push({ field: 'identifier', reason: 'is missing', value: '' });
  if (state === undefined)
    faults.push({
      field: 'state',
      reason: 'is no state: two letters such as WA, US, or an Open Civic Data jurisdiction',
      value: stateText ?? '',
    });
  if (identifier === undefined || state === undefined) return { row, faults };
  const keep = createValueCollector();
  const content: SessionContent = {
    stateId: state.id,
    identifier,
    name: textIn(entry.name) ?? identifier,
    // Most public lists leave it out for regular sessions, or say "regular".
    classification: textIn(entry.classification) === 'special' ? 'special' : 'primary',
    ...omitUndefined({
      startDate: dayOf(entry, ['startDate', 'start_date'], keep),
      endDate: dayOf(entry, ['endDate', 'end_date'], keep),
    }),
  };
  const mended = state.id === 0 ? withTermOfCongress(content, keep) : content;
  if (endsBeforeStart(mended)) {
    const reason = `ends (${mended.endDate}) before it starts (${mended.startDate}); one of the two must be mended`;
    return { row, faults: [{ field: 'endDate', reason, value: mended.endDate ?? '' }] };
  }
  return {
    row,
    record: { id: `${state.id}#${identifier.toLowerCase()}`, content: mended },
    leftOut: keep.leftOut,
  };
}

function dayOf(entry: JsonObject, members: readonly string[], keep: Keeper): string | undefined {
  const cell = members.flatMap((field): Cell[] => {
    const value = textIn(entry[field]);
    return value === undefined ? [] : [{ field, value }];
  })[0];
  return keep.keep(cell && dayIn(cell));
}

/** A Congress ends on the third day of January: another day is the end of some member's term, and mended. */
function withTermOfCongress(content: SessionContent, keep: Keeper): SessionContent {
  const term = congressSession(Number(content.identifier));
  if (!term || content.endDate === undefined || content.endDate === term.endDate) return content;
  keep.leave({
    field: 'endDate',
    reason: `is not the end of the ${term.name}; taken as ${term.endDate} (Constitution, Twentieth Amendment)`,
    value: content.endDate,
  });
  return { ...content, endDate: term.endDate };
}
