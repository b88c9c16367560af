// Who sits for a state today: both chambers, its delegation to Congress, and the committees with their members.
import type { TenantStore } from '../../../shared/data/store.ts';
import { membersOfCommittee } from '../../../shared/directory/committee-store.ts';
import { isInForce } from '../../../shared/directory/in-force.ts';
import { officialsOf } from '../../../shared/directory/official-entries.ts';
import { dayIn } from '../../../shared/directory/today.ts';
import {
  committeesOfState,
  type LegislativeCommittee,
} from '../../../shared/legislature/committee-numbers.ts';
import { type State, stateById } from '../../../shared/legislature/states.ts';
import { billSettings } from '../bill-settings/store.ts';
import { trackedBills } from '../bills/store.ts';
import { type Official, officeOn, officialView, type Seat, seatOf } from './official.ts';

interface Seated {
  readonly seat: Seat;
  readonly official: Official;
}

/** A committee with those of its members who sit. */
interface SeatedCommittee {
  readonly committee: LegislativeCommittee;
  readonly officials: readonly Official[];
}

export interface Roster {
  readonly officials: readonly Seated[];
  readonly committees: readonly SeatedCommittee[];
}

/**
 * The state whose officials a tenant means: the one asked for, else that of its settings, else that of most of the bills
 * it tracks; none for a tenant that tracks nothing.
 */
export async function stateMeant(
  tenant: TenantStore,
  stateId: number | undefined,
): Promise<State | undefined> {
  const asked = stateId ?? (await billSettings(tenant)).homeStateId;
  if (asked !== undefined) return stateById(asked);
  const counts = new Map<number, number>();
  for (const bill of await trackedBills(tenant))
    counts.set(bill.stateId, (counts.get(bill.stateId) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && stateById(most[0]);
}

/** The people in a committee today. One query. */
async function membersOn(tenant: TenantStore, committeeId: string, day: string): Promise<string[]> {
  const { items } = await membersOfCommittee(tenant, committeeId);
  return [...new Set(items.filter((place) => isInForce(place, day)).map(({ personId }) => personId))];
}

/**
 * The roster of a state. It costs what the state's legislature is large: some twenty read units for the officials, and a
 * query for each of its committees, whatever else the directory holds.
 */
export async function rosterOf(tenant: TenantStore, state: State | undefined, now: Date): Promise<Roster> {
  if (!state) return { officials: [], committees: [] };
  const day = dayIn(state.timeZone, now);
  const [entries, all] = await Promise.all([
    officialsOf(tenant, state.abbreviation),
    committeesOfState(tenant, state.id),
  ]);
  const active = all.filter(({ isActive }) => isActive);
  const members = await Promise.all(active.map(({ committeeId }) => membersOn(tenant, committeeId, day)));
  const placesOf = new Map<string, string[]>();
  for (const [at, { name }] of active.entries())
    for (const id of members[at] ?? []) placesOf.set(id, [...(placesOf.get(id) ?? []), name]);
  const officials = entries.flatMap((entry): Seated[] => {
    const office = officeOn(entry, day);
    if (!office) return [];
    const official = officialView(entry, office, state, placesOf.get(entry.id) ?? []);
    return [{ seat: seatOf(office), official }];
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
