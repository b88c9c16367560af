// An elected official as existing callers read them (docs/interface/billtracking.md#officials), built from the
// directory entry.

import type { OfficialEntry } from '../../../shared/directory/officials/official-entries.ts';
import type { PresentPicture } from '../../../shared/directory/people/person-photo.ts';
import { isCongressional, officialTitle, type Seat } from '../../../shared/legislature/official-seat.ts';
import { partyName } from '../../../shared/legislature/parties.ts';
import type { State } from '../../../shared/legislature/states.ts';

/** The tab on which callers list an official. */
export type Tab = 'senate' | 'house' | 'congress';

/** The tab of a seat. The members of Nebraska's single chamber are senators and are listed with the senate. */
export function seatTab(seat: Seat): Tab {
  if (isCongressional(seat)) return 'congress';
  return seat.role === 'lower' ? 'house' : 'senate';
}

export type Official = ReturnType<typeof presentOfficial>;

/** An official with the office that they hold. */
export function presentOfficial(
  entry: OfficialEntry,
  office: Seat,
  state: State,
  committees: readonly string[],
  presentPicture: PresentPicture,
) {
  const role = officialTitle(office, state);
  const party = partyName(entry.party ?? '');
  const seat = [party.charAt(0), office.district].filter(Boolean).join('-');
  return {
    id: entry.id,
    profilePic: presentPicture(entry),
    legalName: entry.name,
    firstName: entry.firstName ?? '',
    lastName: entry.lastName ?? '',
    districtCode: office.district ?? '',
    residence: entry.residence ?? '',
    legislativeRole: role,
    party,
    chamberType: office.role === 'lower' ? 'House' : 'Senate',
    pid: entry.sourceId ?? entry.id,
    officialNameLabel: `${role} ${entry.name}${seat === '' ? '' : ` (${seat})`}`,
    committees,
    // No source has the counties of a district.
    counties: [] as readonly string[],
  };
}
