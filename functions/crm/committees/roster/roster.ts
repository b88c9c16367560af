// The seats of a committee on a day: who holds each, who held it before and who comes after, and which are vacant.
import type { MembershipContent } from '../../../../shared/directory/committees/committee.ts';
import {
  type CommitteePositionItem,
  findPosition,
} from '../../../../shared/directory/committees/committee-position.ts';
import {
  type VacancyContent,
  vacancyStatusOn,
} from '../../../../shared/directory/committees/committee-vacancy.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { isInForce } from '../../../../shared/time/in-force.ts';

type Held = MembershipContent & { readonly id: string };
type Vacant = VacancyContent & { readonly id: string };

/** A position of a committee, for a region where it has any. */
export interface Seat<M, V> {
  /** Undefined for a role of an import that is no position. */
  readonly position: CommitteePositionItem | undefined;
  readonly role: string;
  readonly regionId: string | undefined;
  readonly holders: readonly M[];
  readonly vacancies: readonly V[];
  /** Who left it last before the day. */
  readonly before: readonly M[];
  /** Who takes it first after the day. */
  readonly after: readonly M[];
}

/** The ones with the latest of these days; several where it is the same. */
const pickLatest = <M>(entries: readonly M[], dayOf: (entry: M) => string): M[] => {
  const last = entries.map(dayOf).sort(compareTexts).at(-1);
  return entries.filter((entry) => dayOf(entry) === last);
};
const pickFirst = <M>(entries: readonly M[], dayOf: (entry: M) => string): M[] => {
  const first = entries.map(dayOf).sort(compareTexts).at(0);
  return entries.filter((entry) => dayOf(entry) === first);
};

/** By rank; roles that are no positions come last, by name. Then by region. */
const compareSeats = (a: Seat<unknown, unknown>, b: Seat<unknown, unknown>): number => {
  const rankOf = ({ position }: Seat<unknown, unknown>) => position?.rank ?? Number.MAX_SAFE_INTEGER;
  const nameOf = ({ position, role }: Seat<unknown, unknown>) => foldForSort(position?.name ?? role);
  return (
    rankOf(a) - rankOf(b) ||
    compareTexts(nameOf(a), nameOf(b)) ||
    compareTexts(a.regionId ?? '', b.regionId ?? '')
  );
};

/**
 * The seats of a committee on a day, by rank: those that somebody holds, vacant ones, and exclusive ones that somebody held or
 * will hold. Voided memberships were never true.
 */
export function buildRoster<M extends Held, V extends Vacant>(
  { memberships, vacancies }: { readonly memberships: readonly M[]; readonly vacancies: readonly V[] },
  positions: readonly CommitteePositionItem[],
  day: string,
): Seat<M, V>[] {
  const groups = new Map<string, { memberships: M[]; vacancies: V[]; role: string }>();
  const groupOf = (
    place: { readonly positionId?: string | undefined; readonly role: string },
    regionId?: string,
  ) => {
    const position = findPosition(place, positions);
    const name = JSON.stringify([position?.id ?? foldForSort(place.role), regionId ?? null]);
    const group = groups.get(name) ?? { memberships: [], vacancies: [], role: place.role };
    groups.set(name, group);
    return group;
  };
  for (const membership of memberships)
    if (membership.voidedDate === undefined)
      groupOf(membership, membership.regionId).memberships.push(membership);
  for (const vacancy of vacancies)
    if (vacancyStatusOn(vacancy, memberships, day) === 'open')
      groupOf({ ...vacancy, role: '' }, vacancy.regionId).vacancies.push(vacancy);
  return [...groups.values()]
    .map(({ memberships: held, vacancies: vacant, role }): Seat<M, V> => {
      const [example] = [...held, ...vacant];
      const past = held.filter(({ endDate }) => endDate !== undefined && endDate < day);
      const future = held.filter(({ startDate }) => startDate !== undefined && day < startDate);
      return {
        position: findPosition({ positionId: example?.positionId, role }, positions),
        role,
        regionId: example?.regionId,
        holders: held.filter((membership) => isInForce(membership, day)),
        vacancies: vacant,
        before: pickLatest(past, ({ endDate = '' }) => endDate),
        after: pickFirst(future, ({ startDate = '' }) => startDate),
      };
    })
    .filter(
      ({ holders, vacancies: vacant, position }) =>
        holders.length > 0 || vacant.length > 0 || position?.isExclusive === true,
    )
    .sort(compareSeats);
}
