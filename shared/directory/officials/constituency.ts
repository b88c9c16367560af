// The constituencies in which a tenant has people, each with their number, which changes in the transaction of the person.
//
// A row is in the order by state and kind, and in the index in the list of its kind by state: every filter of the list is one
// query. A row of which nobody is left stays until sweep-listed-values removes it.
import { type Change, remove } from '../../data/changes.ts';
import { decideAndCommit } from '../../data/decide-and-commit.ts';
import type { Partition, TenantStore } from '../../data/store.ts';
import {
  CONSTITUENCY_KINDS,
  type ConstituencyKind,
  getConstituencyKind,
  getDivisionName,
  getDivisionState,
} from '../people/divisions.ts';
import {
  buildCountChange,
  type CountedPerson,
  type CountPlace,
  evaluateCounters,
  ifCount,
  type PeopleCount,
  type PeopleCountItem,
  recount,
} from '../people/people-count.ts';
import type { PersonContent } from '../people/person.ts';
import { constituents, listConstituencies } from './constituent-entries.ts';

/** The row of a constituency. */
export type ConstituencyItem = PeopleCountItem & {
  readonly type: 'constituency';
  readonly division: string;
  readonly sk: string;
  readonly gsi1sk: string;
};

const partitionName = 'CONSTITUENCIES';
/** A constituency of no state that has an abbreviation. */
const NO_STATE = 'US';

/** A list of constituencies by state: all of them, or those of one kind. */
export const constituencies = (
  tenant: TenantStore,
  kind: ConstituencyKind | undefined,
): Partition<ConstituencyItem> =>
  kind === undefined ? tenant.partition(partitionName) : tenant.listing(`${partitionName}#${kind}`);

/** The place of a row in one of these lists. */
export const constituencySort = (row: ConstituencyItem, kind: ConstituencyKind | undefined): string =>
  kind === undefined ? row.sk : row.gsi1sk;

/** The part of these lists that a state has. */
export const constituenciesOfState = (state: string) => ({ from: `${state}#`, to: `${state}#\uffff` });

/** Numbers in names in the order of their values: 9 before 10. */
const padNumbers = (name: string): string => name.replace(/\d+/g, (digits) => digits.padStart(6, '0'));

function countPlace(tenant: TenantStore, division: string): CountPlace<ConstituencyItem> {
  const kind = getConstituencyKind(division);
  const state = getDivisionState(division) ?? NO_STATE;
  const name = `${padNumbers(getDivisionName(division))}#${division}`;
  return {
    key: tenant.key(partitionName, `${state}#${CONSTITUENCY_KINDS.indexOf(kind)}#${name}`),
    texts: {
      ...{ type: 'constituency', division },
      ...{ gsi1pk: constituencies(tenant, kind).name, gsi1sk: `${state}#${name}` },
    },
  };
}

/** The people of a constituency on a day, YYYY-MM-DD in the tenant's time zone. */
export const countConstituents = (row: ConstituencyItem, today: string): PeopleCount =>
  evaluateCounters(row, today);

/** The changes of the counts when the first people are replaced by the others. */
export function buildConstituencyChanges(
  tenant: TenantStore,
  leaving: readonly PersonContent[],
  entering: readonly PersonContent[],
): Change[] {
  const group = (people: readonly PersonContent[]) =>
    Map.groupBy(
      people.flatMap((person) => listConstituencies(person).map((division) => ({ division, person }))),
      ({ division }) => division,
    );
  const [former, next] = [group(leaving), group(entering)];
  return [...new Set([...former.keys(), ...next.keys()])].flatMap((division) => {
    const peopleIn = (groups: typeof former) => (groups.get(division) ?? []).map(({ person }) => person);
    return buildCountChange(countPlace(tenant, division), peopleIn(former), peopleIn(next));
  });
}

/** Counts the people of these constituencies again, and of those that have a row, by the entries of the people. */
export async function recountConstituencies(
  tenant: TenantStore,
  divisions: ReadonlySet<string>,
): Promise<void> {
  const rows = await tenant.queryAll(constituencies(tenant, undefined));
  for (const division of new Set([...divisions, ...rows.map((row) => row.division)]))
    await recount(tenant, countPlace(tenant, division), async (): Promise<CountedPerson[]> => {
      const entries = await tenant.queryAll(constituents(tenant, division), { consistent: true });
      return entries.map(({ x, af, at }) => ({ isActive: !x, activeFrom: af, activeTo: at }));
    });
}

/** Removes the rows of constituencies in which nobody is left. */
export async function sweepConstituencies(tenant: TenantStore): Promise<void> {
  for await (const { items } of tenant.queryPages(constituencies(tenant, undefined)))
    for (const { division } of items.filter(isEmpty))
      await decideAndCommit(async () => {
        const { key } = countPlace(tenant, division);
        const row = await tenant.get(key, { consistent: true });
        const unchanged = row && { condition: ifCount(row), onConflict: 'retry' as const };
        return { changes: row && isEmpty(row) ? [remove(key, unchanged)] : [] };
      });
}

const isEmpty = ({ total = 0 }: ConstituencyItem): boolean => total === 0;
