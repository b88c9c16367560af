// Headings that files of imports and exports use for the fields of every tenant.
import type { FieldOwner } from '../../directory/record/custom-field.ts';
import { foldHeading } from '../rows/headings.ts';
import { ORGANIZATION_HEADINGS } from './organization-headings.ts';
import { PEOPLE_HEADINGS } from './people-headings.ts';

/** Headings of exports that imports leave out. */
const EXPORTED_ONLY = ['created', 'modified', 'active', 'createddate', 'modifieddate'];

const standardHeadings: Readonly<Record<FieldOwner, ReadonlySet<string>>> = {
  people: new Set([...Object.values(PEOPLE_HEADINGS).flat(), ...EXPORTED_ONLY]),
  organizations: new Set([...Object.values(ORGANIZATION_HEADINGS).flat(), ...EXPORTED_ONLY]),
};

/** Whether a column of this name is that of a standard field, so that a custom field of the name could not be imported. */
export const isStandardHeading = (owner: FieldOwner, name: string): boolean =>
  standardHeadings[owner].has(foldHeading(name));
