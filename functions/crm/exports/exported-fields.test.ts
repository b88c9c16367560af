// Every stored field of a record can be exported, and every exported one imported (docs/interface/crm.md#round-trips).
import { describe, expect, it } from 'vitest';
import { CommitteeContent } from '../../../shared/directory/committees/committee.ts';
import { OrganizationContent } from '../../../shared/directory/organizations/organization.ts';
import { PersonContent } from '../../../shared/directory/people/person.ts';
import { COMMITTEE_HEADINGS } from '../../../shared/import/committees/committee-row.ts';
import { ORGANIZATION_HEADINGS } from '../../../shared/import/headings/organization-headings.ts';
import { PEOPLE_HEADINGS } from '../../../shared/import/headings/people-headings.ts';
import { foldHeading, type HeadingTable } from '../../../shared/import/rows/headings.ts';
import { committees } from './exported-committees.ts';
import { organizations } from './exported-organizations.ts';
import { people } from './exported-people.ts';

interface Exported {
  readonly fields: readonly string[];
  readonly columns: readonly { readonly name: string; readonly title: string }[];
  readonly headings: HeadingTable<string>;
}

/** Fields without a column: uploaded photos, terms in committees (memberships), and custom fields, which have one each. */
const withoutColumn = ['photo', 'terms', 'customFields'];
/** Exports call it otherwise. */
const otherNames: Readonly<Record<string, string>> = { organizationType: 'type' };
/** What the platform says of a record. */
const notImported = ['createdDate', 'modifiedDate'];

describe.each<[string, Exported]>([
  [
    'people',
    { fields: Object.keys(PersonContent.shape), columns: people.columns([]), headings: PEOPLE_HEADINGS },
  ],
  [
    'organizations',
    {
      fields: Object.keys(OrganizationContent.shape),
      columns: organizations.columns([]),
      headings: ORGANIZATION_HEADINGS,
    },
  ],
  [
    'committees',
    {
      fields: Object.keys(CommitteeContent.shape),
      columns: committees.columns([]),
      headings: COMMITTEE_HEADINGS,
    },
  ],
])('the columns of %s', (_, { fields, columns, headings }) => {
  const names = columns.map(({ name }) => name);

  it('are of all stored fields', () => {
    const wanted = fields.filter((field) => !withoutColumn.includes(field));
    expect(wanted.filter((field) => !names.includes(otherNames[field] ?? field))).toEqual([]);
  });

  it('are fields of imports by their headings, each of another one', () => {
    const fieldOf = (title: string) =>
      Object.keys(headings).find((field) => headings[field]?.includes(foldHeading(title)));
    const imported = columns.filter(({ name }) => !notImported.includes(name));
    const found = imported.map(({ title }) => fieldOf(title) ?? title);
    expect(found.filter((field) => !(field in headings))).toEqual([]);
    expect(found).toEqual([...new Set(found)]);
  });
});
