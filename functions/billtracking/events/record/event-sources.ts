// What each source says of an event: the same hearing of two sources is one event, and a source that repeats what it said
// before undoes nothing that another one brought since.

import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { isFeed, providerOf, type SourceName } from '../../source-name.ts';
import {
  type CalendarEvent,
  type CalendarEventContent,
  type EventSource,
  pickContent,
  type SourceStatement,
  type StatementPart,
} from './calendar-event.ts';

/** What a source says with the content of an event. */
export const toStatement = (content: CalendarEventContent): SourceStatement => {
  const {
    status,
    location,
    sessionId,
    billIds,
    startDate,
    endDate,
    startsAt,
    endsAt,
    sourceId,
    witnesses,
    ...rest
  } = pickContent(content);
  return {
    ...{ status: status === 'COMPLETED' ? 'SCHEDULED' : status, startDate, endDate, billIds },
    ...omitUndefined({ location, sessionId, startsAt, endsAt }),
    rest: contentHash(rest).slice(0, 16),
  };
};

const pickTimes = ({ startDate, endDate, startsAt, endsAt }: SourceStatement) => [
  startDate,
  endDate,
  startsAt ?? '',
  endsAt ?? '',
];

/** The values of the parts of a statement, to be compared. */
const partValues: Readonly<Record<StatementPart, (statement: SourceStatement) => unknown>> = {
  times: pickTimes,
  status: ({ status }) => status,
  place: ({ location }) => location ?? '',
  agenda: ({ billIds }) => billIds,
  session: ({ sessionId }) => sessionId ?? 0,
  rest: ({ rest }) => rest,
};

/** The parts in which two statements of a source differ. */
export const compareStatements = (before: SourceStatement, after: SourceStatement): StatementPart[] =>
  (Object.keys(partValues) as StatementPart[]).filter(
    (part) => JSON.stringify(partValues[part](before)) !== JSON.stringify(partValues[part](after)),
  );

/** A source of which an earlier version stored only a hash: what is stored counts as what it said. */
const readUnrecorded = (event: CalendarEvent): readonly EventSource[] => {
  const { sourceId, contentHash: imported, createdDate } = event;
  if (imported === undefined) return [];
  const source: SourceName = sourceId?.startsWith('openstates:')
    ? 'OPEN_STATES_FILE'
    : sourceId?.startsWith('legiscan:')
      ? 'LEGISCAN_FILE'
      : /^(?:house|congress-\w*)-meeting:/.test(sourceId ?? '')
        ? 'CONGRESS_FILE'
        : 'IMPORT';
  const firstSeen = toLocalDate(event.timeZone, new Date(createdDate));
  return [{ source, says: toStatement(event), firstSeen, ...omitUndefined({ sourceId }) }];
};

/** The sources of an event. */
export const readSources = (event: CalendarEvent): readonly EventSource[] =>
  event.sources ?? readUnrecorded(event);

/** Whether a source lists an event as one that is held. */
export const isListed = ({ withdrawnOn, says }: EventSource): boolean =>
  withdrawnOn === undefined && says.status !== 'CANCELLED';

/** Whether the sources that may still be believed disagree on whether or when an event is held. */
export function findDispute(sources: readonly EventSource[]): true | undefined {
  const providers = Map.groupBy(sources, ({ source }) => providerOf(source));
  if (providers.size < 2) return undefined;
  const latest = [...providers.values()].flatMap((of) => latestOf(of) ?? []);
  const versions = latest.map((one) =>
    isListed(one) ? [one.says.status, one.says.startsAt ?? one.says.startDate].join() : 'CANCELLED',
  );
  return new Set(versions).size > 1 || undefined;
}

/** The entry that changed last. */
const latestOf = (sources: readonly EventSource[]): EventSource | undefined =>
  sources.toSorted((a, b) => (b.changedOn ?? b.firstSeen).localeCompare(a.changedOn ?? a.firstSeen))[0];

/** The entry of a source. */
export const findOwn = (event: CalendarEvent, source: SourceName): EventSource | undefined =>
  readSources(event).find((one) => one.source === source);

/**
 * The entry that a statement of a source is compared with: its own; for the first one of a feed the last one of its provider,
 * because a feed has what the provider says now. What a file says first may be older than all of them.
 */
export const findBaseline = (event: CalendarEvent, source: SourceName): EventSource | undefined =>
  findOwn(event, source) ??
  (isFeed(source)
    ? latestOf(readSources(event).filter((one) => providerOf(one.source) === providerOf(source)))
    : undefined);

/** Whether a provider lists an event at all, in one of its sources. */
export const hasProvider = (event: CalendarEvent, source: SourceName): boolean =>
  readSources(event).some((one) => providerOf(one.source) === providerOf(source));

/** Whether an event is the one that a source has under an id: its own entry decides, and otherwise one of its provider. */
export function isOfSourceId(
  event: CalendarEvent,
  source: SourceName,
  sourceId: string | undefined,
): boolean {
  const own = findOwn(event, source);
  if (own) return own.sourceId === sourceId;
  const ofProvider = readSources(event).filter((one) => providerOf(one.source) === providerOf(source));
  return ofProvider.length === 0
    ? event.sourceId === sourceId
    : ofProvider.some((one) => one.sourceId === sourceId);
}

/**
 * The event as a source lists it, which may withdraw it: it has listed it before, or a file of its provider has. Undefined where it has
 * nothing to withdraw.
 */
export function viewBySource(event: CalendarEvent, source: SourceName): CalendarEvent | undefined {
  const entry =
    findOwn(event, source) ??
    (isFeed(source)
      ? readSources(event).find((one) => providerOf(one.source) === providerOf(source) && !isFeed(one.source))
      : undefined);
  if (!entry || entry.withdrawnOn !== undefined) return undefined;
  const { rest, status, ...says } = entry.says;
  return { ...event, startsAt: undefined, endsAt: undefined, ...says, sourceId: entry.sourceId };
}

/** The sources after one of them no longer lists the event: a feed speaks for all of its provider. */
export const withdrawEntries = (
  sources: readonly EventSource[],
  source: SourceName,
  day: string,
): readonly EventSource[] =>
  sources.map((one) =>
    one.withdrawnOn === undefined &&
    (one.source === source || (isFeed(source) && providerOf(one.source) === providerOf(source)))
      ? { ...one, withdrawnOn: day, withdrawnBy: source }
      : one,
  );
