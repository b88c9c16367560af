// The integer ids of legislative committees, which area D uses (docs/interface/billtracking.md#committee-numbers,
// `committeeIds`).
//
// A number is the state's FIPS code and four digits: 530012 is Washington's twelfth. The short entries of all
// committees of a tenant are one partition, ordered by number: those of a state are a range, and one entry is one read.
// The partition of a committee has its number. All committees of the country are some 3,000 entries of 200 bytes: 75
// read units.
import { type Change, ifAbsent, insert, put } from '../data/changes.ts';
import { decideAndCommit } from '../data/decide-and-commit.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { CommitteeContent } from '../directory/committees/committee.ts';
import { pick } from '../values/pick.ts';
import { type StateChamber, stateByAbbreviation } from './states.ts';

/** A legislative committee in area D. */
export interface LegislativeCommittee {
  /** FIPS code of the state and four digits. */
  readonly number: number;
  /** The id of the committee in the directory. */
  readonly committeeId: string;
  readonly stateId: number;
  readonly name: string;
  readonly chamber?: StateChamber | undefined;
  readonly classification?: string | undefined;
  /** The committee of the directory of which this one is a subcommittee. */
  readonly parentId?: string | undefined;
  readonly isActive: boolean;
}

interface NumberedEntry extends LegislativeCommittee {
  readonly type: 'legislative-committee';
}
interface CommitteeNumber {
  readonly type: 'committee-number';
  readonly number: number;
}
interface NumberCounter {
  readonly type: 'committee-counter';
  readonly last: number;
}

const NUMBERS_PER_STATE = 10_000;

const numberSortKey = (number: number): string => String(number).padStart(6, '0');
const committeeEntries = (tenant: TenantStore): Partition<NumberedEntry> =>
  tenant.partition('LEGISLATIVE-COMMITTEES');
const entryKey = (tenant: TenantStore, number: number): Key<NumberedEntry> =>
  tenant.key('LEGISLATIVE-COMMITTEES', numberSortKey(number));
const numberKey = (tenant: TenantStore, committeeId: string): Key<CommitteeNumber> =>
  tenant.key(`COMMITTEE#${committeeId}`, 'NUMBER');
const counterKey = (tenant: TenantStore, stateId: number): Key<NumberCounter> =>
  tenant.key('COMMITTEE-NUMBERS', String(stateId));

const toCommittee = (entry: NumberedEntry): LegislativeCommittee =>
  pick(entry, [
    'number',
    'committeeId',
    'stateId',
    'name',
    'isActive',
    'chamber',
    'classification',
    'parentId',
  ]);

/** The legislative committee with this number. One read. */
export async function committeeByNumber(
  tenant: TenantStore,
  number: number,
): Promise<LegislativeCommittee | undefined> {
  const entry = await tenant.get(entryKey(tenant, number));
  return entry && toCommittee(entry);
}

/** The legislative committees with these numbers that exist. One round trip per hundred. */
export async function committeesByNumber(
  tenant: TenantStore,
  numbers: readonly number[],
): Promise<LegislativeCommittee[]> {
  const found = await tenant.getMany(numbers.map((number) => entryKey(tenant, number)));
  return found.flatMap((entry) => (entry ? [toCommittee(entry)] : []));
}

/** The legislative committees of one state, or of all, in the order of their numbers. One query per megabyte. */
export async function committeesByState(
  tenant: TenantStore,
  stateId: number | undefined,
  options: { readonly consistent?: boolean } = {},
): Promise<LegislativeCommittee[]> {
  const entries = await tenant.queryAll(committeeEntries(tenant), {
    ...(stateId !== undefined && {
      from: numberSortKey(stateId * NUMBERS_PER_STATE),
      to: numberSortKey(stateId * NUMBERS_PER_STATE + NUMBERS_PER_STATE - 1),
    }),
    ...options,
  });
  return entries.map(toCommittee);
}

/** The number of a committee of the directory; undefined when it is not legislative or has none yet. One read. */
export const committeeNumberById = async (
  tenant: TenantStore,
  committeeId: string,
): Promise<number | undefined> => (await tenant.get(numberKey(tenant, committeeId)))?.number;

type NumberableCommittee = Pick<
  CommitteeContent,
  'name' | 'kind' | 'chamber' | 'state' | 'classification' | 'parentId' | 'isActive'
> & { readonly id: string };

/** Committees per transaction: two items each, and the counter. */
const COMMITTEES_PER_COMMIT = 45;

/**
 * Numbers legislative committees, and updates the entries of those that have a number. Other committees, and those of
 * an unknown state, are ignored. Numbering the same committees again changes nothing. Reads two items per committee;
 * writes two for a new one, one for a changed one.
 * @returns the number of each, by the committee's id
 * @throws Failure SERVICE_BUSY when others keep numbering committees of the same state
 */
export async function numberCommittees(
  tenant: TenantStore,
  committees: readonly NumberableCommittee[],
): Promise<ReadonlyMap<string, number>> {
  const byState = new Map<number, NumberableCommittee[]>();
  for (const committee of committees) {
    const state = committee.kind === 'legislative' && stateByAbbreviation(committee.state ?? '');
    if (state) byState.set(state.id, [...(byState.get(state.id) ?? []), committee]);
  }
  const numbers = new Map<string, number>();
  for (const [stateId, own] of byState)
    for (let start = 0; start < own.length; start += COMMITTEES_PER_COMMIT) {
      const batch = own.slice(start, start + COMMITTEES_PER_COMMIT);
      const decision = await decideAndCommit(() => planNumbers(tenant, stateId, batch));
      for (const [id, number] of decision.numbers) numbers.set(id, number);
    }
  return numbers;
}

async function planNumbers(tenant: TenantStore, stateId: number, batch: readonly NumberableCommittee[]) {
  const [counter, claims] = await Promise.all([
    tenant.get(counterKey(tenant, stateId), { consistent: true }),
    tenant.getMany(
      batch.map(({ id }) => numberKey(tenant, id)),
      { consistent: true },
    ),
  ]);
  let last = counter?.last ?? stateId * NUMBERS_PER_STATE;
  const numbers = new Map(batch.map(({ id }, index) => [id, claims[index]?.number ?? ++last] as const));
  const before = await tenant.getMany(
    claims.flatMap((claim) => (claim ? [entryKey(tenant, claim.number)] : [])),
    { consistent: true },
  );
  const entries = new Map(
    before.flatMap((entry) => (entry ? [[entry.committeeId, toCommittee(entry)] as const] : [])),
  );
  const changes = batch.flatMap((committee, index): Change[] => {
    const number = numbers.get(committee.id) ?? 0;
    const entry = buildEntry(committee, stateId, number);
    if (JSON.stringify(toCommittee(entry)) === JSON.stringify(entries.get(committee.id))) return [];
    const write = put(entryKey(tenant, number), entry);
    if (claims[index]) return [write];
    const claim = { type: 'committee-number', number } as const;
    return [write, insert(numberKey(tenant, committee.id), claim)];
  });
  if (last === (counter?.last ?? stateId * NUMBERS_PER_STATE)) return { numbers, changes };
  const counterChange = put(
    counterKey(tenant, stateId),
    { type: 'committee-counter', last },
    {
      condition: counter
        ? { expression: '#last = :last', names: { '#last': 'last' }, values: { ':last': counter.last } }
        : ifAbsent,
      onConflict: 'retry',
    },
  );
  return { numbers, changes: [counterChange, ...changes] };
}

const buildEntry = (committee: NumberableCommittee, stateId: number, number: number): NumberedEntry => ({
  type: 'legislative-committee',
  number,
  committeeId: committee.id,
  stateId,
  name: committee.name,
  isActive: committee.isActive ?? true,
  ...pick(committee, ['chamber', 'classification', 'parentId']),
});
