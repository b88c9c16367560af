// Finds people who may be stored twice.
//
// The short entries of people, which each write of a person keeps, are in the order of folded names: people of the same
// name are neighbours. So the list reads entries, about thirty per read unit, and the records of equal names only;
// nobody is compared with everybody.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type PersonEntry, personEntries } from '../../../../shared/directory/people/person-entries.ts';
import { type PersonItem, peopleById, personSort } from '../../../../shared/directory/people/person-store.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../../../../shared/lists/cursor.ts';
import { type DuplicateRule, type MatchedPair, matchPeople } from './rules.ts';
import { type DistinctPairItem, loadDistinctPairs } from './store.ts';

/** Entries that one page reads: about twenty read units. A list of more people continues with its cursor. */
export const ENTRIES_PER_PAGE = 600;
/** Records of equal names that one page reads, unless more people have one and the same name. */
const PEOPLE_PER_PAGE = 200;
/** Pairs whose declarations one page reads. */
const PAIRS_PER_PAGE = 200;

const LISTING = 'DUPLICATE-PEOPLE';
const ID_LENGTH = 36;

/** A pair that may be one person, and what somebody has declared about it. */
export interface DuplicatePair extends MatchedPair<PersonItem> {
  readonly decision: DistinctPairItem | undefined;
}

/** The place of a pair in the list: after everybody with a name, or after a pair with it. */
interface Place {
  /** The sort text of the name, up to the ids. */
  readonly name: string;
  readonly pair: readonly [string, string] | undefined;
}

const getName = (sort: string): string => sort.slice(0, -ID_LENGTH);

function readPlace(cursor: string): Place {
  const [, name, pair] =
    /^(.*)\|((?:[0-9a-f-]{36}){0,2})$/s.exec(decodeCursor(LISTING, cursor)) ?? ([] as undefined[]);
  if (name === undefined || pair?.length === ID_LENGTH)
    throw invalidCursor('cursor must be the nextCursor of an earlier page, unchanged.');
  return { name, pair: pair ? [pair.slice(0, ID_LENGTH), pair.slice(ID_LENGTH)] : undefined };
}

const writePlace = ({ name, pair }: Place): string =>
  encodeCursor(LISTING, `${name}|${pair?.join('') ?? ''}`);

/** Entries by name from a place on, whole names only, and whether there are further ones. */
async function readNames(tenant: TenantStore, place: Place | undefined) {
  // After `~` nothing of a name follows; a pair is within its name.
  const from = place && (place.pair ? place.name : `${place.name}~`);
  const { items, next } = await tenant.query(personEntries(tenant), {
    limit: ENTRIES_PER_PAGE,
    ...(from !== undefined && { from }),
  });
  const names = Map.groupBy(items, ({ sk }) => getName(sk));
  const last = [...names.keys()].at(-1);
  if (next === undefined || last === undefined) return { names, hasMore: next !== undefined };
  if (names.size > 1) names.delete(last);
  else names.set(last, await tenant.queryAll(personEntries(tenant), { beginsWith: last }));
  return { names, hasMore: true };
}

/** The first names that more than one person has, as far as a page reads them. */
function takeNames(names: ReadonlyMap<string, readonly PersonEntry[]>) {
  const taken = new Map<string, readonly PersonEntry[]>();
  let [people, isWhole, last] = [0, true, ''];
  for (const [name, entries] of names) {
    if (entries.length > 1 && people > 0 && people + entries.length > PEOPLE_PER_PAGE) {
      isWhole = false;
      break;
    }
    last = name;
    if (entries.length < 2) continue;
    people += entries.length;
    taken.set(name, entries);
  }
  return { taken, isWhole, last };
}

/** A page of pairs by name. It may be short and still have a cursor: then other people had to be passed over. */
export interface DuplicatePage {
  readonly pairs: readonly DuplicatePair[];
  readonly next: string | undefined;
}

/**
 * A page of the pairs that match the rules, by name. Costs at most some twenty read units, one for each two people with
 * the name of another one, and one for each pair.
 * @throws Failure VALIDATION_ERROR when the cursor is not one of this list
 */
export async function listDuplicates(
  tenant: TenantStore,
  rules: readonly DuplicateRule[],
  request: {
    readonly pageSize: number;
    readonly cursor?: string | undefined;
    /** Whether pairs are listed that somebody declared to be two people. */
    readonly hasDecided: boolean;
  },
): Promise<DuplicatePage> {
  const place = request.cursor === undefined ? undefined : readPlace(request.cursor);
  const { names, hasMore } = await readNames(tenant, place);
  const { taken, isWhole, last } = takeNames(names);
  const ids = [...taken.values()].flat().map(({ id }) => id);
  const people = new Map(
    (ids.length === 0 ? [] : await peopleById(tenant, ids)).flatMap((person) =>
      person ? [[person.id, person] as const] : [],
    ),
  );
  const found: { readonly name: string; readonly pair: MatchedPair<PersonItem> }[] = [];
  for (const [name, entries] of taken) {
    const named = entries.flatMap(({ id }) => people.get(id) ?? []);
    for (const pair of matchPeople(named, rules)) {
      if (name === place?.name && place.pair && comparePairs(pair, place.pair) <= 0) continue;
      found.push({ name, pair });
      if (found.length > PAIRS_PER_PAGE) break;
    }
    if (found.length > PAIRS_PER_PAGE) break;
  }
  const looked = found.slice(0, PAIRS_PER_PAGE);
  const decisions = await loadDistinctPairs(
    tenant,
    looked.map(({ pair }) => toIds(pair)),
  );
  const pairs: DuplicatePair[] = [];
  for (const [index, { name, pair }] of looked.entries()) {
    const decision = decisions[index];
    if (decision && !request.hasDecided) continue;
    pairs.push({ ...pair, decision });
    if (pairs.length < request.pageSize) continue;
    const isLast = index + 1 === found.length && isWhole && !hasMore;
    return { pairs, next: isLast ? undefined : writePlace({ name, pair: toIds(pair) }) };
  }
  const end = looked.at(-1);
  if (end && found.length > looked.length)
    return { pairs, next: writePlace({ name: end.name, pair: toIds(end.pair) }) };
  return { pairs, next: hasMore || !isWhole ? writePlace({ name: last, pair: undefined }) : undefined };
}

const toIds = ({ people: [a, b] }: MatchedPair<PersonItem>): [string, string] => [a.id, b.id];

/** The order of pairs of one name: people of one name are in the order of their ids. */
function comparePairs(pair: MatchedPair<PersonItem>, other: readonly [string, string]): number {
  const [a, b] = [toIds(pair).join(''), other.join('')];
  return a < b ? -1 : Number(a > b);
}

/** The pairs of one person, also declared ones: reads the people of the same name only. */
export async function findDuplicatesOf(
  tenant: TenantStore,
  person: PersonItem,
  rules: readonly DuplicateRule[],
): Promise<readonly DuplicatePair[]> {
  const entries = await tenant.queryAll(personEntries(tenant), {
    beginsWith: getName(personSort(person)),
    limit: PEOPLE_PER_PAGE,
  });
  const others = entries.map(({ id }) => id).filter((id) => id !== person.id);
  const found = others.length === 0 ? [] : await peopleById(tenant, others);
  const pairs = found
    .flatMap((other) => (other ? [...matchPeople([person, other], rules)] : []))
    .slice(0, PAIRS_PER_PAGE);
  const decisions = pairs.length === 0 ? [] : await loadDistinctPairs(tenant, pairs.map(toIds));
  return pairs.map((pair, index) => ({ ...pair, decision: decisions[index] }));
}
