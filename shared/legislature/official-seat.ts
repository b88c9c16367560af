// The seats of legislators: which one somebody holds on a day, and its title.

import type { OfficialEntry } from '../directory/officials/official-entries.ts';
import { isInForce } from '../time/in-force.ts';
import type { State } from './states.ts';

/** An office of the entry of a legislator. */
export type Seat = OfficialEntry['offices'][number];

/** A seat in Congress belongs to the jurisdiction of the United States, whichever state it represents. */
export const isCongressional = ({ jurisdiction }: Seat): boolean =>
  jurisdiction !== undefined && /country:us\/government$/.test(jurisdiction);

/** The title of the members of a house, from the name of the house. */
function houseMemberTitle({ chambers }: State): string {
  const house = chambers.find(({ type }) => type === 'lower')?.name ?? '';
  if (house.includes('Delegates')) return 'Delegate';
  return house.includes('Assembly') ? 'Assembly Member' : 'Representative';
}

/** The title of a seat, as lists of officials name it: Senator, Delegate, US Representative. */
export function officialTitle(office: Seat, state: State): string {
  if (isCongressional(office)) return office.role === 'upper' ? 'US Senator' : 'US Representative';
  return office.role === 'lower' ? houseMemberTitle(state) : 'Senator';
}

/** The office that an official holds on a day, if any. */
export const officeOn = ({ offices }: OfficialEntry, day: string): Seat | undefined =>
  offices.findLast((office) => isInForce(office, day));
