// What a constituency is called: "Washington Senate District 43", "King County, Washington".
import {
  getConstituencyKind,
  getDivisionKind,
  getDivisionName,
  getDivisionState,
} from '../directory/people/divisions.ts';
import { type State, stateByAbbreviation } from './states.ts';

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `St. Louis` of `st._louis`, `12A` of `12a`; what an id has no sign for is a blank. */
const toWords = (name: string): string =>
  name
    .split(/[_~]+/)
    .filter(Boolean)
    .map((word) =>
      /^\d+[a-z]+$/.test(word) ? word.toUpperCase() : word.split('-').map(capitalize).join('-'),
    )
    .join(' ');

/** The name of a chamber; where there is only one, the name of that. */
const chamberName = ({ chambers }: State, type: 'upper' | 'lower'): string =>
  (chambers.find((chamber) => chamber.type === type) ?? chambers[0])?.name ?? '';

/** The name of a constituency by its Open Civic Data id. */
export function nameConstituency(division: string): string {
  const abbreviation = getDivisionState(division) ?? '';
  const state = stateByAbbreviation(abbreviation);
  const place = state?.name ?? abbreviation;
  const name = toWords(getDivisionName(division));
  switch (getConstituencyKind(division)) {
    case 'state':
      return place;
    case 'congressional':
      return /^at-large$/i.test(name)
        ? `${place} At-Large Congressional District`
        : `${place} Congressional District ${name}`;
    case 'stateUpper':
      return `${place} ${state ? chamberName(state, 'upper') : 'Senate'} District ${name}`;
    case 'stateLower':
      return `${place} ${state ? chamberName(state, 'lower') : 'House'} District ${name}`;
    case 'county':
      return `${name} ${capitalize(getDivisionKind(division))}, ${place}`;
    case 'place':
      return `${name}, ${place}`;
    case 'other':
      return `${name} (${toWords(getDivisionKind(division))}), ${place}`;
  }
}
