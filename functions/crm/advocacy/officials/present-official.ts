// An official in the interface's form.
import { type EmailViewer, showEmail } from '../../../../shared/auth/access/email-visibility.ts';
import type {
  CommitteeItem,
  MembershipItem,
} from '../../../../shared/directory/committees/committee-store.ts';
import type { RelationshipItem } from '../../../../shared/directory/officials/political-relationship.ts';
import type { OfficeContent } from '../../../../shared/directory/people/office.ts';
import { displayName, type Person } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { nameConstituency } from '../../../../shared/legislature/constituency-name.ts';
import { deriveOfficeDivision } from '../../../../shared/legislature/constituents.ts';
import { officialTitle } from '../../../../shared/legislature/official-seat.ts';
import { partyName } from '../../../../shared/legislature/parties.ts';
import { stateByAbbreviation } from '../../../../shared/legislature/states.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { type CheckedDay, isInForce, type Term } from '../../../../shared/time/in-force.ts';
import type { Official } from './contract.ts';

export const isCurrent =
  (today: CheckedDay) =>
  (term: Term): boolean =>
    isInForce(term, today);

/** The title of an office: that of a legislator by the chamber, any other one by its name, `lt_governor`. */
function nameOffice(office: OfficeContent): string {
  const state = stateByAbbreviation(office.state ?? '');
  if (office.kind === 'legislature' && state) return officialTitle(office, state);
  return office.role
    .split(/[_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Without committees and staff. `view` is the person as the caller sees it. */
export function presentOfficial(person: PersonItem, view: Person): Omit<Official, 'committees' | 'staff'> {
  const offices = (person.offices ?? []).map((office, index) => {
    const division = deriveOfficeDivision(office) ?? null;
    const constituency = division === null ? null : nameConstituency(division);
    return {
      ...view.offices[index],
      title: nameOffice(office),
      division,
      constituency,
    } as Official['offices'][number];
  });
  return {
    id: person.id,
    name: view.displayName,
    party: person.party === undefined ? null : partyName(person.party),
    imageThumbUrl: view.imageThumbUrl,
    emails: view.emails,
    phones: view.phones,
    addresses: view.addresses,
    links: view.links,
    offices: offices.sort((a, b) => compareTexts(b.startDate ?? '', a.startDate ?? '')),
  };
}

/** Committees that no longer exist are left out. */
export const presentCommittees = (
  seats: readonly MembershipItem[],
  committees: readonly (CommitteeItem | undefined)[],
): Official['committees'] =>
  seats
    .flatMap(({ committeeId, role, startDate = null, endDate = null }) => {
      const committee = committees.find((each) => each?.id === committeeId);
      if (!committee) return [];
      return [
        { committeeId, name: committee.name, chamber: committee.chamber ?? null, role, startDate, endDate },
      ];
    })
    .sort((a, b) => compareTexts(a.name, b.name));

/** Those who are no longer in the directory are left out. */
export const presentStaff = (
  viewer: EmailViewer,
  staff: readonly RelationshipItem[],
  people: readonly (PersonItem | undefined)[],
): Official['staff'] =>
  staff
    .flatMap(({ id: relationshipId, personId, title = null, startDate = null, endDate = null }) => {
      const person = people.find((each) => each?.id === personId);
      if (!person) return [];
      const email = showEmail(viewer, personId, person.email) || null;
      const phone = person.phone ?? person.mobilePhone ?? null;
      return [
        { relationshipId, personId, name: displayName(person), title, email, phone, startDate, endDate },
      ];
    })
    .sort((a, b) => compareTexts(a.name, b.name));
