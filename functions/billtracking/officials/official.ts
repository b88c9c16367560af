// An elected official as existing callers read them (docs/interface/billtracking.md#officials), built from the
// directory entry.

import { isInForce } from '../../../shared/directory/in-force.ts';
import type { OfficialEntry } from '../../../shared/directory/official-entries.ts';
import type { PresentPicture } from '../../../shared/directory/person-photo.ts';
import { partyName } from '../../../shared/legislature/parties.ts';
import type { State } from '../../../shared/legislature/states.ts';

type Office = OfficialEntry['offices'][number];

/** The tab on which callers list an official. */
export type Seat = 'senate' | 'house' | 'congress';

/** A seat in Congress belongs to the jurisdiction of the United States, whichever state it represents. */
const isCongressional = ({ jurisdiction }: Office): boolean =>
  jurisdiction !== undefined && /country:us\/government$/.test(jurisdiction);

/** The tab of an office. The members of Nebraska's single chamber are senators and are listed with the senate. */
export function officeSeat(office: Office): Seat {
  if (isCongressional(office)) return 'congress';
  return office.role === 'lower' ? 'house' : 'senate';
}

/** The title of the members of a house, from the name of the house. */
function houseMemberTitle({ chambers }: State): string {
  const house = chambers.find(({ type }) => type === 'lower')?.name ?? '';
  if (house.includes('Delegates')) return 'Delegate';
  return house.includes('Assembly') ? 'Assembly Member' : 'Representative';
}

function officialTitle(office: Office, state: State): string {
  if (isCongressional(office)) return office.role === 'upper' ? 'US Senator' : 'US Representative';
  return office.role === 'lower' ? houseMemberTitle(state) : 'Senator';
}

/** The office that an official holds on a day, if any. */
export const officeOn = ({ offices }: OfficialEntry, day: string): Office | undefined =>
  offices.findLast((office) => isInForce(office, day));

export type Official = ReturnType<typeof presentOfficial>;

/** An official with the office that they hold. */
export function presentOfficial(
  entry: OfficialEntry,
  office: Office,
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
