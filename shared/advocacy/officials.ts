// Finds the officials on a committee, with their offices and titles.
import type { TenantStore } from '../data/store.ts';
import { listCommitteeMembers, type MembershipItem } from '../directory/committees/committee-store.ts';
import type { OfficeContent } from '../directory/people/office.ts';
import { displayName } from '../directory/people/person.ts';
import { type PersonItem, peopleById } from '../directory/people/person-store.ts';
import { deriveOfficeDivision } from '../legislature/constituents.ts';
import { federal, stateByAbbreviation } from '../legislature/states.ts';
import { isInForce } from '../time/in-force.ts';
import { omitUndefined } from '../values/omit-undefined.ts';

/** A person with the office they hold. */
export interface Official {
  readonly person: PersonItem;
  readonly office: OfficeContent;
  /** The division that elects them; undefined when it cannot be determined. */
  readonly division: string | undefined;
}

/** The memberships of a committee that are in force on a day. One query per megabyte. */
export async function listActiveMembers(
  tenant: TenantStore,
  committeeId: string,
  today: string,
): Promise<MembershipItem[]> {
  const memberships = await listCommitteeMembers(tenant, committeeId);
  return memberships.filter((membership) => isInForce(membership, today));
}

/** Chairs come first, then vice chairs, ranking members and others. */
const rankRole = (role: string): number =>
  /^(co-?)?chair/i.test(role) ? 0 : /chair/i.test(role) ? 1 : /ranking/i.test(role) ? 2 : 3;

/** A person as an official, if they hold an office on a day. */
export const findOfficial = (person: PersonItem, today: string): Official | undefined => {
  const office = person.offices?.find((held) => isInForce(held, today));
  return office && { person, office, division: deriveOfficeDivision(office) };
};

/**
 * The members of a committee who hold an office, the chair first. Two round trips, and one more per hundred members.
 */
export async function listCommitteeOfficials(
  tenant: TenantStore,
  committeeId: string,
  today: string,
): Promise<Official[]> {
  const memberships = await listActiveMembers(tenant, committeeId, today);
  const ranks = new Map<string, number>();
  for (const { personId, role } of memberships)
    ranks.set(personId, Math.min(rankRole(role), ranks.get(personId) ?? 9));
  const people = await peopleById(tenant, [...ranks.keys()]);
  return people
    .flatMap((person) => (person && findOfficial(person, today)) ?? [])
    .sort(
      (a, b) =>
        (ranks.get(a.person.id) ?? 9) - (ranks.get(b.person.id) ?? 9) ||
        displayName(a.person).localeCompare(displayName(b.person), 'en'),
    );
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The titles of members of a lower chamber, by the name of the chamber. */
const lowerChamberTitles: readonly (readonly [RegExp, string])[] = [
  [/delegates/i, 'Delegate'],
  [/assembly/i, 'Assembly Member'],
];

/** The name of an office's chamber: `House of Delegates`. */
export function getChamberName({ role, state, jurisdiction }: OfficeContent): string | undefined {
  const legislature =
    jurisdiction === 'ocd-jurisdiction/country:us/government' ? federal : stateByAbbreviation(state ?? '');
  return legislature?.chambers.find(({ type }) => type === role)?.name;
}

/** The title of an office: Senator, Delegate, Mayor. */
export function getOfficialTitle(office: OfficeContent): string {
  const { kind, role } = office;
  if (kind !== 'legislature') return capitalize(role);
  const chamber = getChamberName(office);
  if (role === 'upper') return 'Senator';
  if (role === 'legislature') return chamber === 'Council' ? 'Councilmember' : 'Senator';
  return lowerChamberTitles.find(([name]) => name.test(chamber ?? ''))?.[1] ?? 'Representative';
}

export const presentOfficial = ({ person, office }: Official) => ({
  personId: person.id,
  name: displayName(person),
  title: getOfficialTitle(office),
  ...omitUndefined({ district: office.district }),
});
