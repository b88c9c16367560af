// Whether the external ids of a person name divisions that can be used (docs/interface/crm.md#who-represents-a-person).
import { isDivision } from '../directory/officials/constituent-entries.ts';
import { namedDivisions } from '../directory/people/divisions.ts';
import type { ExternalId } from '../directory/record/fields.ts';
import { findState } from './constituents.ts';

/** What a division must be, to go after "must be". */
export const divisionForm =
  'the Open Civic Data id of a division in a state of the United States, such as ocd-division/country:us/state:wa/sldu:43';

/** Whether an external id has the scheme of divisions, and names none whose officials and people could be found. */
export const isUnusableDivision = (externalId: ExternalId): boolean =>
  [...namedDivisions({ externalIds: [externalId] })].some(
    (division) => !isDivision(division) || findState(division) === undefined,
  );
