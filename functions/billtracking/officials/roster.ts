// Who sits for a state today: both chambers, its delegation to Congress, and the committees with their members.
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  committeesById,
  listCommitteeMembers,
  listPersonCommittees,
} from '../../../shared/directory/committee-store.ts';
import { isInForce } from '../../../shared/directory/in-force.ts';
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { listOfficials } from '../../../shared/directory/official-entries.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import {
  committeesByState,
  type LegislativeCommittee,
} from '../../../shared/legislature/committee-numbers.ts';
import { type State, stateById } from '../../../shared/legislature/states.ts';
import { loadBillSettings } from '../bills/settings/store.ts';
import { trackedBills } from '../bills/store.ts';
import { type Official, officeOn, officeSeat, presentOfficial, type Seat } from './official.ts';

interface SeatedOfficial {
  readonly seat: Seat;
  readonly official: Official;
}

/** A committee with those of its members who sit. */
interface SeatedCommittee {
  readonly committee: LegislativeCommittee;
  readonly officials: readonly Official[];
}

export interface Roster {
  readonly officials: readonly SeatedOfficial[];
  readonly committees: readonly SeatedCommittee[];
}

/**
 * The state whose officials a tenant means: the one asked for, else that of its settings, else that of most of the bills
 * it tracks; none for a tenant that tracks nothing.
 * @throws Failure 400 when there is no such state
 */
export async function resolveState(
  tenant: TenantStore,
  stateId: number | undefined,
): Promise<State | undefined> {
  const asked = stateId === undefined ? undefined : stateById(stateId);
  if (stateId !== undefined && !asked)
    throw invalid([
      {
        code: 'UNKNOWN_VALUE',
        message: `stateId must be the FIPS code of a state, or 0, but was ${stateId}.`,
        target: 'stateId',
      },
    ]);
  const { homeStateId } = asked ? {} : await loadBillSettings(tenant);
  const meant = asked ?? (homeStateId === undefined ? undefined : stateById(homeStateId));
  if (meant) return meant;
  const counts = new Map<number, number>();
  for (const bill of await trackedBills(tenant))
    counts.set(bill.stateId, (counts.get(bill.stateId) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && stateById(most[0]);
}

/** The people in a committee today. One query. */
async function committeeMemberIds(tenant: TenantStore, committeeId: string, day: string): Promise<string[]> {
  const { items } = await listCommitteeMembers(tenant, committeeId);
  return [...new Set(items.filter((place) => isInForce(place, day)).map(({ personId }) => personId))];
}

/** The entries of those who sit for a state on a day, each with the office. */
async function listSittingEntries(tenant: TenantStore, state: State, day: string) {
  const entries = await listOfficials(tenant, state.abbreviation);
  return entries.flatMap((entry) => {
    const office = officeOn(entry, day);
    return office ? [{ entry, office, seat: officeSeat(office) }] : [];
  });
}

/** Those who sit for a state today, without their committees: what lists of districts or parties need. */
export async function listSittingOfficials(
  tenant: TenantStore,
  state: State | undefined,
  now: Date,
): Promise<Official[]> {
  if (!state) return [];
  const seated = await listSittingEntries(tenant, state, toLocalDate(state.timeZone, now));
  return seated.map(({ entry, office }) => presentOfficial(entry, office, state, []));
}

/**
 * The names of the committees that people sit in, by person: whole committees, without their parts. A query for each
 * person; Congress has two hundred committees, a state a dozen members of it.
 */
async function committeeNamesByPerson(
  tenant: TenantStore,
  personIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const places = await Promise.all(personIds.map((id) => listPersonCommittees(tenant, id)));
  const held = places.map(({ items }) => [
    ...new Set(items.filter((place) => isInForce(place, day)).map(({ committeeId }) => committeeId)),
  ]);
  const found = await committeesById(tenant, [...new Set(held.flat())]);
  const names = new Map(
    found.flatMap((committee) =>
      committee?.kind === 'legislative' && committee.parentId === undefined
        ? [[committee.id, committee.name] as const]
        : [],
    ),
  );
  return new Map(
    personIds.map((id, at) => [
      id,
      (held[at] ?? []).flatMap((committee) => names.get(committee) ?? []).sort(),
    ]),
  );
}

/**
 * The roster of a state. It costs what the state's legislature is large: some twenty read units for the officials, a query
 * for each of its committees, and one for each of its members of Congress, whatever else the directory holds.
 */
export async function loadRoster(tenant: TenantStore, state: State | undefined, now: Date): Promise<Roster> {
  if (!state) return { officials: [], committees: [] };
  const day = toLocalDate(state.timeZone, now);
  const [seated, all] = await Promise.all([
    listSittingEntries(tenant, state, day),
    committeesByState(tenant, state.id),
  ]);
  const active = all.filter(({ isActive }) => isActive);
  const members = await Promise.all(
    active.map(({ committeeId }) => committeeMemberIds(tenant, committeeId, day)),
  );
  const placesOf = new Map<string, string[]>();
  for (const [at, { name }] of active.entries())
    for (const id of members[at] ?? []) placesOf.set(id, [...(placesOf.get(id) ?? []), name]);
  const inCongress = await committeeNamesByPerson(
    tenant,
    seated.filter(({ seat }) => seat === 'congress').map(({ entry }) => entry.id),
    day,
  );
  const officials = seated.map(({ entry, office, seat }): SeatedOfficial => {
    const places = (seat === 'congress' ? inCongress : placesOf).get(entry.id) ?? [];
    return { seat, official: presentOfficial(entry, office, state, places) };
  });
  const byId = new Map(officials.map(({ official }) => [official.id, official] as const));
  return {
    officials,
    committees: active.map((committee, at) => ({
      committee,
      officials: (members[at] ?? []).flatMap((id) => byId.get(id) ?? []),
    })),
  };
}
