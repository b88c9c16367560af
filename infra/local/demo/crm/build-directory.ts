// The records of a demo tenant's directory.
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  CommitteeContent,
  type MembershipContent,
} from '../../../../shared/directory/committees/committee.ts';
import type { OrganizationContent } from '../../../../shared/directory/organizations/organization.ts';
import type { PersonContent } from '../../../../shared/directory/people/person.ts';
import type { FieldOwner } from '../../../../shared/directory/record/custom-field.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { pickContent } from '../../../../shared/directory/record/stored.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import type { Directory, IdOf, Records } from './directory.ts';

const splitName = (name: string) => {
  const [firstName = '', ...last] = name.split(' ');
  return { firstName, lastName: last.join(' ') };
};

/** `ines.da.costa@example.org` */
const mailbox = (name: string): string =>
  `${name
    .normalize('NFKD')
    .replace(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .replaceAll(' ', '.')}@example.org`;

/** The values of custom fields, by keys of the fields. */
const buildValues = (owner: FieldOwner, values: Readonly<Record<string, string>>, idOf: IdOf) => {
  const customFields = Object.entries(values).map(([key, value]) => ({
    id: idOf(`custom-field:${owner}:${key}`),
    value,
  }));
  return customFields.length === 0 ? {} : { customFields };
};

export const buildOrganizations = (directory: Directory, idOf: IdOf): Records<OrganizationContent> =>
  Object.entries(directory.organizations).map(([key, { parent, values, ...organization }]) => ({
    id: idOf(`organization:${key}`),
    content: {
      ...organization,
      ...omitUndefined({ parentId: parent && idOf(`organization:${parent}`) }),
      ...buildValues('organizations', values, idOf),
    },
  }));

export const buildPeople = (directory: Directory, idOf: IdOf): Records<PersonContent> =>
  Object.entries(directory.people).map(([key, { name, organization, since, office, values, ...person }]) => {
    const { title, department } = person;
    const employer = {
      organizationId: idOf(`organization:${organization}`),
      ...omitUndefined({ organizationName: directory.organizations[organization]?.name }),
    };
    const position = { ...employer, ...omitUndefined({ title, department }), startDate: since };
    return {
      id: idOf(`person:${key}`),
      content: {
        ...splitName(name),
        email: mailbox(name),
        ...person,
        ...employer,
        positions: [{ id: idOf(`position:${key}`), ...position }],
        ...buildValues('people', values, idOf),
        ...(office && { offices: [{ id: idOf(`office:${key}`), ...office }] }),
      },
    };
  });

/** The id of the demo legislator with this name. */
export const legislatorId = (tenant: TenantStore, name: string): string =>
  recordId(tenant.code, 'person:official', name);

export const buildLegislators = (tenant: TenantStore, { state, members }: Directory['legislature']) =>
  Object.entries(members).map(([name, { role, district, party, hasEmail }]) => ({
    id: legislatorId(tenant, name),
    content: {
      ...splitName(name),
      displayName: name,
      ...(hasEmail && { email: mailbox(name) }),
      title: district.startsWith('Sample') ? 'Legislator (sample)' : 'Legislator',
      party,
      offices: [
        {
          id: recordId(tenant.code, 'office:official', name),
          kind: 'legislature' as const,
          ...{ role, state, district },
          jurisdiction: `ocd-jurisdiction/country:us/state:${state.toLowerCase()}/government`,
        },
      ],
    },
  }));

export const buildCommittees = (directory: Directory, idOf: IdOf): Records<CommitteeContent> =>
  Object.entries(directory.committees).map(([key, { organization, ...committee }]) => ({
    id: idOf(`committee:${key}`),
    content: {
      kind: 'association',
      ...pickContent<Partial<CommitteeContent>>(CommitteeContent, committee),
      name: committee.name,
      organizationId: idOf(`organization:${organization}`),
    },
  }));

export const buildLegislativeCommittees = (
  { legislature }: Directory,
  idOf: IdOf,
): Records<CommitteeContent> =>
  Object.entries(legislature.committees).map(([key, name]) => {
    const chamber = CommitteeContent.shape.chamber.parse(key.slice(0, key.indexOf('-')));
    const { state } = legislature;
    return {
      id: idOf(`committee:${key}`),
      content: { name, kind: 'legislative', chamber, state, classification: 'committee' },
    };
  });

export const buildMemberships = (directory: Directory, idOf: IdOf): Records<MembershipContent> =>
  Object.entries(directory.committees).flatMap(([key, { members, formerMembers }]) => [
    ...Object.entries(members).map(([person, role]) => ({
      id: idOf(`membership:${key} ${person} ${foldForSort(role)}`),
      content: { committeeId: idOf(`committee:${key}`), personId: idOf(`person:${person}`), role },
    })),
    ...formerMembers.map(({ person, role, startDate, endDate }) => ({
      id: idOf(`membership:${key} ${person} ${foldForSort(role)} ${startDate}`),
      content: {
        committeeId: idOf(`committee:${key}`),
        personId: idOf(`person:${person}`),
        ...{ role, startDate, endDate },
        termKey: `${foldForSort(role)}#${startDate}`,
      },
    })),
  ]);
