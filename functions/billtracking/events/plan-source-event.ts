// Decides what becomes of an event when a source lists it: only what the source itself has changed is taken over, so that neither what
// another source brought since nor what people entered is undone.

import { isOver } from '../../../shared/legislature/is-over.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import type { SourceName } from '../source-name.ts';
import type { SourceEvent } from './match-source-events.ts';
import {
  applyEventContent,
  type CalendarEvent,
  type CalendarEventContent,
  type EventSource,
  type EventWrite,
  pickContent,
  type SourceStatement,
  type StatementPart,
} from './record/calendar-event.ts';
import {
  compareStatements,
  findBaseline,
  findDispute,
  findOwn,
  isListed,
  readSources,
  toStatement,
  withdrawEntries,
} from './record/event-sources.ts';

/** An event to be written, or `before` when the source has no changes. */
export interface PlannedEvent extends EventWrite {
  readonly outcome: 'created' | 'updated' | 'unchanged';
}

interface PlanContext {
  readonly source: SourceName;
  readonly now: Date;
}

const hasSameTimes = (event: CalendarEvent, says: SourceStatement): boolean =>
  !compareStatements(toStatement(event), says).includes('times');

/** The agenda: what the source lists, what other sources list, and what people added. */
function mergeAgenda(
  before: CalendarEvent,
  saidBefore: readonly string[],
  billIds: readonly string[],
  others: readonly EventSource[],
): readonly string[] {
  const ofOthers = new Set(others.filter(isListed).flatMap(({ says }) => says.billIds));
  const kept = before.billIds.filter(
    (id) => !billIds.includes(id) && (!saidBefore.includes(id) || ofOthers.has(id)),
  );
  return [...billIds, ...kept];
}

const pickTimes = ({ isAllDay, startDate, endDate, startsAt, endsAt }: CalendarEventContent) => ({
  isAllDay,
  startDate,
  endDate,
  startsAt,
  endsAt,
});

/** What a source has changed, in the event. A part that it leaves empty stays where another source has it. */
function applyChanges(
  before: CalendarEvent,
  content: CalendarEventContent,
  baseline: SourceStatement,
  changed: readonly StatementPart[],
  others: readonly EventSource[],
): CalendarEventContent {
  const has = (part: StatementPart): boolean => changed.includes(part);
  const isAlone = others.length === 0;
  const { committees, billIds, location, sessionId, status, documents, witnesses, ...rest } = content;
  const { timeZone, isAllDay, startDate, endDate, startsAt, endsAt, ...texts } = rest;
  const papers = documents ?? (isAlone ? undefined : before.documents);
  return {
    ...pickContent(before),
    ...(has('rest') && {
      ...(isAlone ? { sourceType: undefined, chamber: undefined, description: undefined } : {}),
      ...(isAlone ? { sourceUrl: undefined, keyDate: undefined } : {}),
      ...omitUndefined(texts),
      ...(isAlone ? {} : { sourceUrl: before.sourceUrl ?? content.sourceUrl }),
      committees: committees.length > 0 || isAlone ? committees : before.committees,
      documents: papers,
    }),
    // A source that says another time holds that the event takes place, whatever was said of the time before.
    ...((has('status') || has('times')) && { status }),
    ...(has('times') && pickTimes(content)),
    ...(has('place') && { location: location ?? (isAlone ? undefined : before.location) }),
    ...(has('session') && { sessionId: sessionId ?? before.sessionId }),
    ...(has('agenda') && { billIds: mergeAgenda(before, baseline.billIds, billIds, others) }),
  };
}

/** The event that another source has too: what was not known of it is added, and that it is cancelled or postponed. */
function fillEvent(before: CalendarEvent, content: CalendarEventContent): CalendarEventContent {
  const isSameDay = before.startDate === content.startDate;
  const isNews =
    before.status === 'SCHEDULED' && (content.status === 'CANCELLED' || content.status === 'POSTPONED');
  return {
    ...content,
    ...omitUndefined(pickContent(before)),
    ...pickTimes(before.isAllDay && !content.isAllDay && isSameDay ? content : before),
    ...(isSameDay &&
      before.endsAt === undefined &&
      before.startsAt === content.startsAt &&
      pickTimes(content)),
    committees: before.committees.length > 0 ? before.committees : content.committees,
    billIds: [...before.billIds, ...content.billIds.filter((id) => !before.billIds.includes(id))],
    status: isNews ? content.status : before.status,
  };
}

/** The event after its source no longer lists it: it is cancelled unless another source still lists it. */
function planWithdrawal(before: CalendarEvent, { source, now }: PlanContext): PlannedEvent {
  const entries = readSources(before);
  const sources = withdrawEntries(entries, source, toLocalDate(before.timeZone, now));
  if (sources.every((one, index) => one === entries[index]))
    return { before, after: before, outcome: 'unchanged' };
  const status = sources.some(isListed) ? before.status : 'CANCELLED';
  const after = applyEventContent(before.id, before, { ...before, status }, now, {
    sources,
    isDisputed: findDispute(sources),
  });
  return { before, after, outcome: 'updated' };
}

/** Completes an event that is over, and takes over its witnesses, where its source has changed nothing else. */
function planUnchanged(
  before: CalendarEvent,
  { content, says }: { readonly content: CalendarEventContent; readonly says: SourceStatement },
  now: Date,
): PlannedEvent {
  const witnesses = content.witnesses ?? before.witnesses;
  const isCompleted =
    before.status === 'SCHEDULED' &&
    content.status === 'COMPLETED' &&
    (isOver(before, now) || hasSameTimes(before, says));
  const hasWitnesses = contentHash(witnesses ?? []) === contentHash(before.witnesses ?? []);
  if (!isCompleted && hasWitnesses) return { before, after: before, outcome: 'unchanged' };
  const status = isCompleted ? 'COMPLETED' : before.status;
  const after = applyEventContent(before.id, before, { ...before, status, witnesses }, now);
  return { before, after, outcome: 'updated' };
}

/** What becomes of an event that a source lists. */
export function planSourceEvent(
  id: string,
  event: SourceEvent,
  before: CalendarEvent | undefined,
  context: PlanContext,
): PlannedEvent {
  const { source, now } = context;
  const content = pickContent(event);
  const day = toLocalDate(content.timeZone, now);
  const { sourceId } = content;
  if (!before) {
    const entry = { source, says: toStatement(content), firstSeen: day, ...omitUndefined({ sourceId }) };
    const after = applyEventContent(id, undefined, content, now, { sources: [entry] });
    return { before, after, outcome: 'created' };
  }
  if (event.isWithdrawn) return planWithdrawal(before, context);
  const own = findOwn(before, source);
  const baseline = findBaseline(before, source);
  const says = event.hasOnlyAgenda
    ? { ...(baseline?.says ?? toStatement(before)), billIds: content.billIds }
    : toStatement(content);
  const isBack = own?.withdrawnBy === source;
  const changed: StatementPart[] = baseline
    ? [...new Set([...compareStatements(baseline.says, says), ...(isBack ? (['status'] as const) : [])])]
    : [];
  if (own && own.sourceId === sourceId && changed.length === 0)
    return planUnchanged(before, { content, says }, now);
  const others = readSources(before).filter((one) => one.source !== source && one !== baseline);
  const entry: EventSource = {
    ...{ source, says, firstSeen: own?.firstSeen ?? day },
    ...omitUndefined({ sourceId, changedOn: own?.changedOn, changed: own?.changed }),
    ...(changed.length > 0 && { changedOn: day, changed }),
  };
  // A feed that lists the event again speaks for all of its provider.
  const updated = readSources(before).map((one): EventSource => {
    if (one.source === source) return entry;
    const { withdrawnOn, withdrawnBy, ...listed } = one;
    return withdrawnBy === source ? listed : one;
  });
  const sources = own ? updated : [...updated, entry];
  const merged = baseline
    ? applyChanges(before, content, baseline.says, changed, others)
    : fillEvent(before, content);
  const witnesses = content.witnesses ?? before.witnesses;
  const after = applyEventContent(
    id,
    before,
    { ...merged, sourceId: before.sourceId ?? sourceId, witnesses },
    now,
    {
      sources,
      isDisputed: findDispute(sources),
    },
  );
  return { before, after, outcome: 'updated' };
}
