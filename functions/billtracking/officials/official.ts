// An elected official as existing callers read one (docs/interface/billtracking.md#officials), from the entry of the
// directory.
import { isInForce } from '../../../shared/directory/in-force.ts';
import type { OfficialEntry } from '../../../shared/directory/official-entries.ts';
import { partyName } from '../../../shared/legislature/parties.ts';
import type { State } from '../../../shared/legislature/states.ts';

type Office = OfficialEntry['offices'][number];

/** Where officials sit, as callers put them on tabs. */
export type Seat = 'senate' | 'house' | 'congress';

export interface Official {
  readonly id: string;
  readonly profilePic: string | null;
  readonly legalName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly districtCode: string;
  readonly residence: string;
  readonly legislativeRole: string;
  readonly party: string;
  readonly chamberType: string;
  readonly pid: string;
  readonly officialNameLabel: string;
  readonly committees: readonly string[];
  readonly counties: readonly string[];
}

/** A seat in Congress is of the jurisdiction of the United States, whichever state it is for. */
const isCongressional = ({ jurisdiction }: Office): boolean =>
  jurisdiction !== undefined && /country:us\/government$/.test(jurisdiction);

/** Where an office is held. The members of a single chamber are senators in Nebraska, and stand with the senate. */
export function officeSeat(office: Office): Seat {
  if (isCongressional(office)) return 'congress';
  return office.role === 'lower' ? 'house' : 'senate';
}

/** What members of a house are called, from the name of the house. */
function houseMemberTitle({ chambers }: State): string {
  const house = chambers.find(({ type }) => type === 'lower')?.name ?? '';
  if (house.includes('Delegates')) return 'Delegate';
  return house.includes('Assembly') ? 'Assembly Member' : 'Representative';
}

function officialTitle(office: Office, state: State): string {
  if (isCongressional(office)) return office.role === 'upper' ? 'US Senator' : 'US Representative';
  return office.role === 'lower' ? houseMemberTitle(state) : 'Senator';
}

/** The office that somebody holds on a day, if any. */
export const officeOn = ({ offices }: OfficialEntry, day: string): Office | undefined =>
  offices.findLast((office) => isInForce(office, day));

/** An official with the office they hold. */
export function presentOfficial(
  entry: OfficialEntry,
  office: Office,
  state: State,
  committees: readonly string[],
): Official {
  const role = officialTitle(office, state);
  const party = partyName(entry.party ?? '');
  const seat = [party.charAt(0), office.district].filter(Boolean).join('-');
  return {
    id: entry.id,
    profilePic: entry.imageThumbUrl ?? null,
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
    // No source tells which counties a district lies in.
    counties: [],
  };
}
