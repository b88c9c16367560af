// The key dates of each state in one small item, so that reminders find them without reading the calendar
// (docs/interface/billtracking.md#reminders).
import { type Change, put, update } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import type { CalendarEvent, EventWrite } from './calendar-event.ts';

/** The entry of a key date. */
export interface KeyDateEntry {
  readonly id: string;
  /** YYYY-MM-DD */
  readonly date: string;
  /** When that day was set, ISO 8601: a reminder that was due by then is not sent. */
  readonly since: string;
}

/** The entries of a state are attributes, each with the id of its event, so that writers of two events need no retry. */
type KeyDatesItem = {
  readonly type: 'key-dates';
  readonly stateId: number;
} & Readonly<Record<string, unknown>>;

/** Says that key dates that an earlier version stored have their entries. */
interface CompleteMark {
  readonly type: 'key-dates-complete';
}

const PARTITION = 'KEY-DATES';
const MARK = 'COMPLETE';

const keyDatesByState = (tenant: TenantStore): Partition<KeyDatesItem | CompleteMark> =>
  tenant.partition(PARTITION);
const stateKey = (tenant: TenantStore, stateId: number): Key<KeyDatesItem> =>
  tenant.key(PARTITION, `STATE#${stateId}`);

/** The attribute of an event. Names in expressions have no hyphens. */
const toAttribute = (id: string): string => `e${id.replaceAll('-', '')}`;

/** Whether people are reminded of an event: a key date that takes place on its day. */
export const isRemindable = ({ keyDate, status }: Pick<CalendarEvent, 'keyDate' | 'status'>): boolean =>
  keyDate !== undefined && status === 'SCHEDULED';

/** The attributes of entries that appear, by state, and those that go. */
interface EntryChanges {
  readonly set: Record<string, KeyDateEntry>;
  readonly unset: string[];
}

/** The changes of the lists for some events; none for those that are no key dates. One for each state. */
export function buildKeyDateListChanges(tenant: TenantStore, writes: readonly EventWrite[]): Change[] {
  const byState = new Map<number, EntryChanges>();
  const changesOf = (stateId: number): EntryChanges => {
    const changes = byState.get(stateId) ?? { set: {}, unset: [] };
    byState.set(stateId, changes);
    return changes;
  };
  for (const { before, after } of writes) {
    const was = before && isRemindable(before) ? before : undefined;
    const is = isRemindable(after) ? after : undefined;
    const isSameList = was?.stateId === after.stateId;
    if (was && !(is && isSameList)) changesOf(was.stateId).unset.push(toAttribute(was.id));
    if (is && !(isSameList && was?.startDate === is.startDate))
      changesOf(is.stateId).set[toAttribute(is.id)] = {
        id: is.id,
        date: is.startDate,
        since: is.modifiedDate,
      };
  }
  return [...byState].map(([stateId, { set, unset }]) =>
    update<KeyDatesItem>(stateKey(tenant, stateId), { set: { type: 'key-dates', stateId, ...set }, unset }),
  );
}

/** Removes entries of key dates that are over, unless one of them was moved meanwhile. */
export const removeKeyDateEntries = (
  tenant: TenantStore,
  stateId: number,
  entries: readonly KeyDateEntry[],
): Change =>
  update<KeyDatesItem>(
    stateKey(tenant, stateId),
    { unset: entries.map(({ id }) => toAttribute(id)) },
    {
      condition: {
        expression: entries.map(({ id }, index) => `#${toAttribute(id)}.#date = :date${index}`).join(' AND '),
        names: { '#date': 'date' },
        values: Object.fromEntries(entries.map(({ date }, index) => [`:date${index}`, date])),
      },
      onConflict: 'retry',
    },
  );

const isEntry = (value: unknown): value is KeyDateEntry =>
  typeof value === 'object' && value !== null && 'date' in value;

/** The key dates of a state. */
export interface StateKeyDates {
  readonly stateId: number;
  readonly entries: readonly KeyDateEntry[];
}

/**
 * The key dates of all states, and whether those of earlier versions are among them. One query: a read unit for about
 * 30 key dates.
 */
export async function readKeyDates(
  tenant: TenantStore,
): Promise<{ readonly states: readonly StateKeyDates[]; readonly isComplete: boolean }> {
  const items = await tenant.queryAll(keyDatesByState(tenant), { consistent: true });
  return {
    isComplete: items.some(({ type }) => type === 'key-dates-complete'),
    states: items.flatMap((item) =>
      item.type === 'key-dates'
        ? [{ stateId: item.stateId, entries: Object.values(item).filter(isEntry) }]
        : [],
    ),
  };
}

/** Adds the entries of events unless others wrote them meanwhile, which are then newer. */
export const addMissingEntries = (
  tenant: TenantStore,
  stateId: number,
  events: readonly CalendarEvent[],
): Change => {
  const attributes = events.map(({ id }) => toAttribute(id));
  const entries = events.map(({ id, startDate, modifiedDate }) => [
    toAttribute(id),
    { id, date: startDate, since: modifiedDate } satisfies KeyDateEntry,
  ]);
  return update<KeyDatesItem>(
    stateKey(tenant, stateId),
    { set: { type: 'key-dates', stateId, ...Object.fromEntries(entries) } },
    {
      condition: {
        expression: attributes.map((name) => `attribute_not_exists(#${name})`).join(' AND '),
        names: {},
      },
      onConflict: 'retry',
    },
  );
};

export const markComplete = (tenant: TenantStore): Change =>
  put(tenant.key<CompleteMark>(PARTITION, MARK), { type: 'key-dates-complete' });
