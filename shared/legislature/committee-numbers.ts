// The integer ids of legislative committees, which area D speaks of
// (docs/interface/billtracking.md#committee-numbers, `committeeIds`).
//
// A number is the state's FIPS code and four digits: 530012 is Washington's twelfth. All short entries of a tenant are one
// partition in the order of the numbers: a state's are a range of it, one is a read. A committee's own partition holds
// its number. Every committee of the country is some 3,000 entries of 200 bytes: 75 read units for the list without a state.
import { type Change, commit, ifAbsent, put, StaleRead } from '../data/changes.ts';
import type { Key, Partition, Position, TenantStore } from '../data/store.ts';
import type { CommitteeContent } from '../directory/committee.ts';
import { omitUndefined } from '../directory/omit-undefined.ts';
import { Failure } from '../errors/failure.ts';
import type { StateChamber } from './states.ts';
import { stateByAbbreviation } from './states.ts';

/** What area D knows of a legislative committee. */
export interface LegislativeCommittee {
  /** FIPS code of the state and four digits. */
  readonly number: number;
  /** The committee of the directory. */
  readonly committeeId: string;
  readonly stateId: number;
  readonly name: string;
  readonly chamber?: StateChamber | undefined;
  readonly classification?: string | undefined;
  /** The committee of the directory that this one is a part of. */
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

const toCommittee = (committee: NumberedEntry): LegislativeCommittee => ({
  number: committee.number,
  committeeId: committee.committeeId,
  stateId: committee.stateId,
  name: committee.name,
  isActive: committee.isActive,
  ...omitUndefined({
    chamber: committee.chamber,
    classification: committee.classification,
    parentId: committee.parentId,
  }),
});

/** The legislative committee with this number. One read. */
export async function committeeByNumber(
  tenant: TenantStore,
  number: number,
): Promise<LegislativeCommittee | undefined> {
  const entry = await tenant.get(entryKey(tenant, number));
  return entry && toCommittee(entry);
}

/** The legislative committees with these numbers, those that are there; one round trip per hundred. */
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
  const found: LegislativeCommittee[] = [];
  let after: Position | undefined;
  do {
    const page = await tenant.query(committeeEntries(tenant), {
      ...(stateId !== undefined && {
        from: numberSortKey(stateId * NUMBERS_PER_STATE),
        to: numberSortKey(stateId * NUMBERS_PER_STATE + NUMBERS_PER_STATE - 1),
      }),
      ...(after && { after }),
      ...options,
    });
    found.push(...page.items.map(toCommittee));
    after = page.next;
  } while (after);
  return found;
}

/** The number of a committee of the directory; undefined when it is no legislature's, or has none yet. One read. */
export const committeeNumberById = async (
  tenant: TenantStore,
  committeeId: string,
): Promise<number | undefined> => (await tenant.get(numberKey(tenant, committeeId)))?.number;

type NumberableCommittee = Pick<
  CommitteeContent,
  'name' | 'kind' | 'chamber' | 'state' | 'classification' | 'parentId' | 'isActive'
> & { readonly id: string };

/** New numbers per transaction: two items each, and the counter. */
const COMMITTEES_PER_COMMIT = 45;
const MAX_ATTEMPTS = 12;

/**
 * Gives legislative committees their numbers, and keeps the entries of those that have one in step with them.
 * Others, and those of no known state, are left out. The same committees again change nothing. Reads two items a
 * committee; writes two for a new one, one for a changed one.
 * @returns the number of each, by the committee's id
 * @throws Failure SERVICE_BUSY when others keep giving numbers in the same state
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
      for (const [id, number] of await numberBatch(tenant, stateId, batch)) numbers.set(id, number);
    }
  return numbers;
}

async function numberBatch(tenant: TenantStore, stateId: number, batch: readonly NumberableCommittee[]) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      const { numbers, changes } = await planNumbers(tenant, stateId, batch);
      await commit(changes);
      return numbers;
    } catch (error) {
      if (!(error instanceof StaleRead)) throw error;
    }
  }
  throw new Failure('SERVICE_BUSY');
}

async function planNumbers(tenant: TenantStore, stateId: number, batch: readonly NumberableCommittee[]) {
  const [counter, kept] = await Promise.all([
    tenant.get(counterKey(tenant, stateId), { consistent: true }),
    tenant.getMany(
      batch.map(({ id }) => numberKey(tenant, id)),
      { consistent: true },
    ),
  ]);
  let last = counter?.last ?? stateId * NUMBERS_PER_STATE;
  const numbers = new Map(batch.map(({ id }, at) => [id, kept[at]?.number ?? ++last] as const));
  const before = await tenant.getMany(
    kept.flatMap((one) => (one ? [entryKey(tenant, one.number)] : [])),
    { consistent: true },
  );
  const entryOf = new Map(
    before.flatMap((entry) => (entry ? [[entry.committeeId, toCommittee(entry)] as const] : [])),
  );
  const changes = batch.flatMap((committee, at): Change[] => {
    const number = numbers.get(committee.id) ?? 0;
    const entry = buildEntry(committee, stateId, number);
    if (JSON.stringify(toCommittee(entry)) === JSON.stringify(entryOf.get(committee.id))) return [];
    const write = put(entryKey(tenant, number), entry);
    if (kept[at]) return [write];
    const claim = { type: 'committee-number', number } as const;
    return [
      write,
      put(numberKey(tenant, committee.id), claim, { condition: ifAbsent, otherwise: 'decide again' }),
    ];
  });
  if (last === (counter?.last ?? stateId * NUMBERS_PER_STATE)) return { numbers, changes };
  const moved = put(
    counterKey(tenant, stateId),
    { type: 'committee-counter', last },
    {
      condition: counter
        ? { expression: '#last = :last', names: { '#last': 'last' }, values: { ':last': counter.last } }
        : ifAbsent,
      otherwise: 'decide again',
    },
  );
  return { numbers, changes: [moved, ...changes] };
}

const buildEntry = (committee: NumberableCommittee, stateId: number, number: number): NumberedEntry => ({
  type: 'legislative-committee',
  number,
  committeeId: committee.id,
  stateId,
  name: committee.name,
  isActive: committee.isActive ?? true,
  ...omitUndefined({
    chamber: committee.chamber,
    classification: committee.classification,
    parentId: committee.parentId,
  }),
});
