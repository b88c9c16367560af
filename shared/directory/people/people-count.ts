// How many people there are of something (an organization, a constituency): counters that change in the transaction of the person.
//
// Whether somebody is active depends on the day, so people with dates are counted by the day on which they become active, and by
// their last day: the count is right on every day without a write. `changes` grows with every write, so that a recount notices one
// that happens at the same time.
import { type Change, type Condition, ifAbsent, put, update } from '../../data/changes.ts';
import { decideAndCommit } from '../../data/decide-and-commit.ts';
import type { Key, TenantStore } from '../../data/store.ts';

/** The people of something, each counted once. */
export interface PeopleCount {
  readonly total: number;
  /** Those who are active themselves. */
  readonly active: number;
}

/** What a count depends on. */
export interface CountedPerson {
  readonly isActive?: boolean | undefined;
  readonly activeFrom?: string | undefined;
  readonly activeTo?: string | undefined;
}

/**
 * `total`, `active` (those who are not deactivated and have no first day), and for each day `from20260131` and
 * `to20261231`: how many become active on it, and how many have it as their last day.
 */
type Counters = Readonly<Record<string, number>>;

/** An item with counters; its other attributes are texts. */
export type PeopleCountItem = { readonly changes: number } & { readonly [counter: string]: number | string };

const toDigits = (day: string): string => day.replaceAll('-', '');

/** The counters in which a person counts. */
const listCounters = ({ isActive, activeFrom, activeTo }: CountedPerson): string[] =>
  isActive === false
    ? ['total']
    : [
        'total',
        activeFrom === undefined ? 'active' : `from${toDigits(activeFrom)}`,
        ...(activeTo === undefined ? [] : [`to${toDigits(activeTo)}`]),
      ];

/** The counts on a day, YYYY-MM-DD in the tenant's time zone. */
export function evaluateCounters(item: PeopleCountItem | Counters | undefined, today: string): PeopleCount {
  const day = toDigits(today);
  let [total, active] = [0, 0];
  for (const [name, value] of Object.entries(item ?? {})) {
    if (typeof value !== 'number') continue;
    if (name === 'total') total += value;
    if (name === 'active' || (/^from\d{8}$/.test(name) && name.slice(4) <= day)) active += value;
    if (/^to\d{8}$/.test(name) && name.slice(2) < day) active -= value;
  }
  return { total, active };
}

/** Adds people to counters, or takes them away; without any, the counters of these people. */
export function addUp(
  people: readonly CountedPerson[],
  by: 1 | -1 = 1,
  counters: Record<string, number> = {},
): Counters {
  for (const person of people)
    for (const name of listCounters(person)) counters[name] = (counters[name] ?? 0) + by;
  return counters;
}

/** Where a count is stored, with the texts of its item. */
export interface CountPlace<T extends PeopleCountItem> {
  readonly key: Key<T>;
  readonly texts: Readonly<Record<string, string>>;
}

/** The change of a count when the first people are replaced by the others; none when it stays the same. */
export function buildCountChange<T extends PeopleCountItem>(
  { key, texts }: CountPlace<T>,
  leaving: readonly CountedPerson[],
  entering: readonly CountedPerson[],
): Change[] {
  const deltas: Record<string, number> = {};
  addUp(leaving, -1, deltas);
  addUp(entering, 1, deltas);
  const add = Object.fromEntries(Object.entries(deltas).filter(([, delta]) => delta !== 0));
  if (Object.keys(add).length === 0) return [];
  return [update<PeopleCountItem>(key, { set: texts, add: { ...add, changes: 1 } })];
}

const isSame = (a: Counters, b: Counters): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => (a[name] ?? 0) === (b[name] ?? 0));

/** Nobody has been counted since the item was read. */
export const ifCount = ({ changes }: PeopleCountItem): Condition => ({
  expression: '#changes = :changes',
  names: { '#changes': 'changes' },
  values: { ':changes': changes },
});

/** Counts people again, as their entries have them. `listPeople` reads consistently. */
export const recount = <T extends PeopleCountItem>(
  tenant: TenantStore,
  { key, texts }: CountPlace<T>,
  listPeople: () => Promise<readonly CountedPerson[]>,
): Promise<unknown> =>
  decideAndCommit(async () => {
    const before = await tenant.get<PeopleCountItem>(key, { consistent: true });
    const counters = addUp(await listPeople());
    const stored = Object.fromEntries(
      Object.entries(before ?? {}).flatMap(([name, value]) =>
        typeof value === 'number' && name !== 'changes' ? [[name, value] as const] : [],
      ),
    );
    if (isSame(stored, counters)) return { changes: [] };
    const item = { ...texts, ...counters, changes: (before?.changes ?? 0) + 1 };
    return {
      changes: [
        put<PeopleCountItem>(key, item, {
          condition: before ? ifCount(before) : ifAbsent,
          onConflict: 'retry',
        }),
      ],
    };
  });
