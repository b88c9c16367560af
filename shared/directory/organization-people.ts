// How many people have an organization as their main one: counters that change in the transaction of the person.
//
// They are items of their own, because the record of an organization is written as a whole. Whether somebody is active
// depends on the day, so people with dates are counted by the day on which they become active, and by their last day: the
// count is right on every day without a write. `changes` grows with every write, so that a recount notices one that happens
// at the same time.
import { type Change, type Condition, ifAbsent, put, update } from '../data/changes.ts';
import { decideAndCommit } from '../data/decide-and-commit.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';

/** The people of an organization, each counted once, in the main organization. */
export interface PeopleCount {
  readonly total: number;
  /** Those who are active themselves, whatever the organization is. */
  readonly active: number;
}

/**
 * `total`, `active` (those who are not deactivated and have no first day), and for each day `from20260131` and
 * `to20261231`: how many become active on it, and how many have it as their last day.
 */
type Counters = Readonly<Record<string, number>>;

type PeopleCountItem = {
  readonly type: 'organization-people';
  readonly changes: number;
} & { readonly [counter: string]: number | string };

/** What the count of an organization depends on. */
export interface CountedPerson {
  readonly organizationId?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly activeFrom?: string | undefined;
  readonly activeTo?: string | undefined;
}

export const noPeople: PeopleCount = { total: 0, active: 0 };

const countKey = (tenant: TenantStore, organizationId: string): Key<PeopleCountItem> =>
  tenant.key(`ORG#${organizationId}`, 'PEOPLE');

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

/** The counts on a day, YYYY-MM-DD. */
function evaluateCounters(item: PeopleCountItem | undefined, today: string): PeopleCount {
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

/**
 * The counts of these organizations on a day, in their order. One round trip per hundred, half a read unit each.
 * @param today YYYY-MM-DD in the tenant's time zone
 */
export async function countPeople(
  tenant: TenantStore,
  organizationIds: readonly string[],
  today: string,
): Promise<PeopleCount[]> {
  const counts = await tenant.getMany(organizationIds.map((id) => countKey(tenant, id)));
  return counts.map((item) => evaluateCounters(item, today));
}

/** Adds people to counters, or takes them away. */
function addUp(people: readonly CountedPerson[], by: 1 | -1, counters: Record<string, number>): void {
  for (const person of people)
    for (const name of listCounters(person)) counters[name] = (counters[name] ?? 0) + by;
}

/** The changes of the counts when the first people are replaced by the others. */
export function buildCountChanges(
  tenant: TenantStore,
  leaving: readonly CountedPerson[],
  entering: readonly CountedPerson[],
): Change[] {
  const ids = new Set([...leaving, ...entering].flatMap(({ organizationId }) => organizationId ?? []));
  return [...ids].flatMap((id) => {
    const isHere = ({ organizationId }: CountedPerson): boolean => organizationId === id;
    const deltas: Record<string, number> = {};
    addUp(leaving.filter(isHere), -1, deltas);
    addUp(entering.filter(isHere), 1, deltas);
    const add = Object.fromEntries(Object.entries(deltas).filter(([, delta]) => delta !== 0));
    return Object.keys(add).length === 0
      ? []
      : [
          update(countKey(tenant, id), {
            set: { type: 'organization-people' },
            add: { ...add, changes: 1 },
          }),
        ];
  });
}

const isSame = (a: Counters, b: Counters): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => (a[name] ?? 0) === (b[name] ?? 0));

/** Counts the people of an organization again, by its short entries of them. */
export const recountPeople = (tenant: TenantStore, organizationId: string): Promise<unknown> =>
  decideAndCommit(async () => {
    const key = countKey(tenant, organizationId);
    const before = await tenant.get(key, { consistent: true });
    const entries: Partition<{ readonly x?: true; readonly af?: string; readonly at?: string }> =
      tenant.partition(`ORG#${organizationId}`);
    const people = await tenant.queryAll(entries, { beginsWith: 'PERSON#', consistent: true });
    const counters: Record<string, number> = {};
    addUp(
      people.map(({ x, af, at }) => ({ isActive: !x, activeFrom: af, activeTo: at })),
      1,
      counters,
    );
    const stored = Object.fromEntries(
      Object.entries(before ?? {}).flatMap(([name, value]) =>
        typeof value === 'number' && name !== 'changes' ? [[name, value] as const] : [],
      ),
    );
    if (isSame(stored, counters)) return { changes: [] };
    const unchanged: Condition = before
      ? {
          expression: '#changes = :changes',
          names: { '#changes': 'changes' },
          values: { ':changes': before.changes },
        }
      : ifAbsent;
    const item = { ...counters, type: 'organization-people', changes: (before?.changes ?? 0) + 1 } as const;
    return { changes: [put(key, item, { condition: unchanged, onConflict: 'retry' })] };
  });
