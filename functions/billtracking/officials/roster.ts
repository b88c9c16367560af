// The officials of a state today: both chambers, its delegation to Congress, and the committees with their members.

import type { TenantStore } from '../../../shared/data/store.ts';
import {
  committeesById,
  listCommitteeMembers,
  listPersonCommittees,
} from '../../../shared/directory/committees/committee-store.ts';
import { listOfficials } from '../../../shared/directory/officials/official-entries.ts';
import type { PresentPicture } from '../../../shared/directory/people/person-photo.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import {
  committeesByState,
  type LegislativeCommittee,
} from '../../../shared/legislature/committee-numbers.ts';
import { officeOn } from '../../../shared/legislature/official-seat.ts';
import { type State, stateById } from '../../../shared/legislature/states.ts';
import { isInForce } from '../../../shared/time/in-force.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { trackedBills } from '../bills/record/store.ts';
import { loadBillSettings } from '../bills/settings/store.ts';
import { validateStateId } from '../unknown-value.ts';
import { type Official, presentOfficial, seatTab, type Tab } from './official.ts';

interface SeatedOfficial {
  readonly tab: Tab;
  readonly official: Official;
}

/** A committee with its members who are in office. */
interface SeatedCommittee {
  readonly committee: LegislativeCommittee;
  readonly officials: readonly Official[];
}

export interface Roster {
  readonly officials: readonly SeatedOfficial[];
  readonly committees: readonly SeatedCommittee[];
}

/**
 * The state whose officials are listed: the one of the request, else that of the settings, else the state of most
 * tracked bills; undefined for a tenant that tracks none.
 * @throws Failure 400 when there is no such state
 */
export async function resolveState(
  tenant: TenantStore,
  stateId: number | undefined,
): Promise<State | undefined> {
  throwIfInvalid(validateStateId(stateId));
  const givenId = stateId ?? (await loadBillSettings(tenant)).homeStateId;
  const chosen = givenId === undefined ? undefined : stateById(givenId);
  if (chosen) return chosen;
  const counts = new Map<number, number>();
  for (const bill of await trackedBills(tenant))
    counts.set(bill.stateId, (counts.get(bill.stateId) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && stateById(most[0]);
}

/** The ids of the people who are in a committee on a day. One query. */
async function committeeMemberIds(tenant: TenantStore, committeeId: string, day: string): Promise<string[]> {
  const memberships = await listCommitteeMembers(tenant, committeeId);
  return [
    ...new Set(
      memberships.filter((membership) => isInForce(membership, day)).map(({ personId }) => personId),
    ),
  ];
}

/** The directory entries of the officials of a state on a day, each with the office held. */
async function listSittingEntries(tenant: TenantStore, state: State, day: string) {
  const entries = await listOfficials(tenant, state.abbreviation);
  return entries.flatMap((entry) => {
    const office = officeOn(entry, day);
    return office ? [{ entry, office, tab: seatTab(office) }] : [];
  });
}

/** The officials of a state today, without their committees and pictures: enough for lists of districts or parties. */
export async function listSittingOfficials(
  tenant: TenantStore,
  state: State | undefined,
  now: Date,
): Promise<Official[]> {
  if (!state) return [];
  const seated = await listSittingEntries(tenant, state, toLocalDate(state.timeZone, now));
  return seated.map(({ entry, office }) => presentOfficial(entry, office, state, [], () => null));
}

/**
 * The names of each person's committees, without subcommittees. One query per person: Congress has two hundred
 * committees, but a state has about a dozen members of Congress.
 */
async function committeeNamesByPerson(
  tenant: TenantStore,
  personIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const memberships = await Promise.all(personIds.map((id) => listPersonCommittees(tenant, id)));
  const committeeIds = memberships.map((ofPerson) => [
    ...new Set(
      ofPerson.filter((membership) => isInForce(membership, day)).map(({ committeeId }) => committeeId),
    ),
  ]);
  const found = await committeesById(tenant, [...new Set(committeeIds.flat())]);
  const names = new Map(
    found.flatMap((committee) =>
      committee?.kind === 'legislative' && committee.parentId === undefined
        ? [[committee.id, committee.name] as const]
        : [],
    ),
  );
  return new Map(
    personIds.map((id, index) => [
      id,
      (committeeIds[index] ?? []).flatMap((committee) => names.get(committee) ?? []).sort(),
    ]),
  );
}

/**
 * The roster of a state. The cost depends on the size of the legislature only: some twenty read units for the
 * officials, one query per committee, and one per member of Congress.
 */
export async function loadRoster(
  tenant: TenantStore,
  state: State | undefined,
  now: Date,
  presentPicture: PresentPicture,
): Promise<Roster> {
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
  const stateCommittees = new Map<string, string[]>();
  for (const [index, { name }] of active.entries())
    for (const id of members[index] ?? [])
      stateCommittees.set(id, [...(stateCommittees.get(id) ?? []), name]);
  const congressCommittees = await committeeNamesByPerson(
    tenant,
    seated.filter(({ tab }) => tab === 'congress').map(({ entry }) => entry.id),
    day,
  );
  const officials = seated.map(({ entry, office, tab }): SeatedOfficial => {
    const committees = (tab === 'congress' ? congressCommittees : stateCommittees).get(entry.id) ?? [];
    return { tab, official: presentOfficial(entry, office, state, committees, presentPicture) };
  });
  const byId = new Map(officials.map(({ official }) => [official.id, official] as const));
  return {
    officials,
    committees: active.map((committee, index) => ({
      committee,
      officials: (members[index] ?? []).flatMap((id) => byId.get(id) ?? []),
    })),
  };
}
