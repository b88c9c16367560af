// Gives the demo tenants their people, organizations and committees, and the legislators and committees of their state.
import * as z from 'zod';
import { putBatch, putRow } from '../../../functions/crm/batches/store.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  type Collection,
  committees,
  memberships,
  organizations,
  people,
} from '../../../shared/directory/collection.ts';
import { CommitteeContent, type MembershipContent } from '../../../shared/directory/committee.ts';
import {
  ElectionTermContent,
  electionTerms,
  RegionContent,
  regions,
} from '../../../shared/directory/committee-definitions.ts';
import {
  CommitteePositionContent,
  committeePositions,
} from '../../../shared/directory/committee-position.ts';
import { committeesById } from '../../../shared/directory/committee-store.ts';
import { VacancyContent, vacancyKey } from '../../../shared/directory/committee-vacancy.ts';
import {
  CustomFieldContent,
  customFields,
  type FieldOwner,
  fieldOwners,
} from '../../../shared/directory/custom-field.ts';
import {
  buildDefinitionChanges,
  type DefinitionKind,
  listDefinitions,
} from '../../../shared/directory/definition-store.ts';
import { OfficeContent } from '../../../shared/directory/office.ts';
import { omitUndefined } from '../../../shared/directory/omit-undefined.ts';
import { OrganizationContent } from '../../../shared/directory/organization.ts';
import { PersonContent } from '../../../shared/directory/person.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { nextVersion, pickContent } from '../../../shared/directory/stored.ts';
import { type SourceRecord, upsert } from '../../../shared/directory/upsert.ts';
import { numberCommittees } from '../../../shared/legislature/committee-numbers.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { demoId, readDemoFile } from './references.ts';
import { seedChangeRequest } from './seed-change-request.ts';
import { seedDuplicateOrganizations } from './seed-duplicate-organizations.ts';
import { seedDuplicatePeople } from './seed-duplicate-people.ts';
import { seedEngagement } from './seed-engagement.ts';
import { seedErasedPerson } from './seed-erased-person.ts';
import { seedExport } from './seed-export.ts';
import { seedGroup } from './seed-group.ts';
import { seedImports } from './seed-imports.ts';
import { seedRelationship } from './seed-relationship.ts';
import { seedView } from './seed-view.ts';

const Legislature = z.strictObject({
  state: z.string(),
  /** Names by chamber and key, such as `lower-housing`. They are real ones. */
  committees: z.record(z.string(), z.string()),
  /**
   * By name: the real sponsors of the real bills, as the public list of Open States has them, and invented ones of
   * districts that no state has, who sponsor and vote on the sample bills.
   */
  members: z.record(
    z.string(),
    z.strictObject({
      ...{ role: z.string(), district: z.string(), party: z.string() },
      /** Only invented ones, who get the letters of the demo's campaign. */
      hasEmail: z.literal(true).optional(),
    }),
  ),
});

/** Records by key, from which their ids are made; `organization` and `parent` are keys, too. */
const Directory = z.strictObject({
  organizations: z.record(
    z.string(),
    OrganizationContent.omit({ parentId: true }).extend({
      parent: z.string().optional(),
      values: z.record(z.string(), z.string()).default({}),
    }),
  ),
  people: z.record(
    z.string(),
    PersonContent.extend({
      name: z.string(),
      organization: z.string(),
      /** The first day of the position in the organization. */
      since: z.iso.date(),
      office: OfficeContent.omit({ id: true }).optional(),
      /** Values of custom fields by key. */
      values: z.record(z.string(), z.string()).default({}),
    }),
  ),
  committees: z.record(
    z.string(),
    CommitteeContent.omit({ kind: true, organizationId: true }).extend({
      organization: z.string(),
      /** Roles by key of the person. */
      members: z.record(z.string(), z.string()),
      /** Terms that are over. */
      formerMembers: z
        .array(
          z.strictObject({
            person: z.string(),
            role: z.string(),
            startDate: z.iso.date(),
            endDate: z.iso.date(),
          }),
        )
        .default([]),
      /** Vacant seats by key; `position` is the key of one. */
      vacancies: z
        .record(
          z.string(),
          VacancyContent.pick({ openedOn: true, reason: true, fillBy: true }).extend({
            position: z.string(),
          }),
        )
        .default({}),
    }),
  ),
  /** Positions of committees by key, in the order of their rank. */
  positions: z.record(z.string(), CommitteePositionContent.omit({ rank: true })),
  electionTerms: z.record(z.string(), ElectionTermContent),
  regions: z.record(z.string(), RegionContent),
  /** Custom fields by key, in the order of their groups. */
  customFields: z.record(
    z.enum(fieldOwners),
    z.record(z.string(), CustomFieldContent.omit({ sequence: true })),
  ),
  legislature: Legislature,
});
type Directory = z.output<typeof Directory>;

const readDirectories = () => readDemoFile('directory.json', z.record(z.string(), Directory));

type IdOf = (reference: string) => string;
type Records<C> = readonly SourceRecord<C>[];

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

const buildOrganizations = (directory: Directory, idOf: IdOf): Records<OrganizationContent> =>
  Object.entries(directory.organizations).map(([key, { parent, values, ...organization }]) => ({
    id: idOf(`organization:${key}`),
    content: {
      ...organization,
      ...omitUndefined({ parentId: parent && idOf(`organization:${parent}`) }),
      ...buildValues('organizations', values, idOf),
    },
  }));

const buildPeople = (directory: Directory, idOf: IdOf): Records<PersonContent> =>
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
const legislatorId = (tenant: TenantStore, name: string): string =>
  recordId(tenant.code, 'person:official', name);

const buildLegislators = (tenant: TenantStore, { state, members }: Directory['legislature']) =>
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

const buildCommittees = (directory: Directory, idOf: IdOf): Records<CommitteeContent> =>
  Object.entries(directory.committees).map(([key, { organization, ...committee }]) => ({
    id: idOf(`committee:${key}`),
    content: {
      kind: 'association',
      ...pickContent<Partial<CommitteeContent>>(CommitteeContent, committee),
      name: committee.name,
      organizationId: idOf(`organization:${organization}`),
    },
  }));

const buildLegislativeCommittees = ({ legislature }: Directory, idOf: IdOf): Records<CommitteeContent> =>
  Object.entries(legislature.committees).map(([key, name]) => {
    const chamber = CommitteeContent.shape.chamber.parse(key.slice(0, key.indexOf('-')));
    const { state } = legislature;
    return {
      id: idOf(`committee:${key}`),
      content: { name, kind: 'legislative', chamber, state, classification: 'committee' },
    };
  });

const buildMemberships = (directory: Directory, idOf: IdOf): Records<MembershipContent> =>
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

/** Opens the vacancies that the tenant does not have yet. */
async function seedVacancies(
  tenant: TenantStore,
  directory: Directory,
  idOf: IdOf,
  now: Date,
): Promise<void> {
  for (const [committee, { vacancies }] of Object.entries(directory.committees))
    for (const [key, { position, ...content }] of Object.entries(vacancies)) {
      const id = idOf(`vacancy:${committee} ${key}`);
      const committeeId = idOf(`committee:${committee}`);
      if (await tenant.get(vacancyKey(tenant, { committeeId, id }))) continue;
      const references = { committeeId, positionId: idOf(`committee-position:${position}`) };
      const item = nextVersion('committee-vacancy', id, { ...content, ...references }, undefined, now);
      await commit([put(vacancyKey(tenant, item), item)]);
    }
}

/** Stores the batch that examples name: its one row was refused. */
async function seedBatch(tenant: TenantStore, id: string, now: Date): Promise<void> {
  const batch = { id, records: 'people', operation: 'update', key: 'id', rowCount: 1 } as const;
  const created = { createdDate: now.toISOString(), createdBy: 'demo' };
  const row = { row: 0, id: null, status: 'Refused' } as const;
  await commit([putBatch(tenant, { ...batch, ...created }, now), putRow(tenant, id, row, now)]);
}

/** Creates the definitions of a kind that the tenant does not have yet. */
async function seedDefinitions<C extends { readonly name: string }, K extends string>(
  tenant: TenantStore,
  kind: DefinitionKind<C, K>,
  records: Records<C>,
  now: Date,
): Promise<void> {
  const stored = new Set((await listDefinitions(tenant, kind)).map(({ id }) => id));
  for (const { id, content } of records) {
    if (stored.has(id)) continue;
    const after = nextVersion(kind.type, id, content, undefined, now);
    await commit(buildDefinitionChanges(tenant, kind, { before: undefined, after }));
  }
}

/** Creates the positions, election terms and regions of committees. */
async function seedAllDefinitions(tenant: TenantStore, directory: Directory, idOf: IdOf, now: Date) {
  const toRecords = <C>(what: string, contents: Readonly<Record<string, C>>): Records<C> =>
    Object.entries(contents).map(([key, content]) => ({ id: idOf(`${what}:${key}`), content }));
  const ranked = toRecords('committee-position', directory.positions).map(({ id, content }, index) => ({
    id,
    content: { ...content, rank: (index + 1) * 10 },
  }));
  await seedDefinitions(tenant, committeePositions, ranked, now);
  await seedDefinitions(tenant, electionTerms, toRecords('election-term', directory.electionTerms), now);
  await seedDefinitions(tenant, regions, toRecords('region', directory.regions), now);
  for (const owner of fieldOwners) {
    const fields = toRecords(`custom-field:${owner}`, directory.customFields[owner]);
    const placed = fields.map(({ id, content }, index) => ({
      id,
      content: { ...content, sequence: index + 1 },
    }));
    await seedDefinitions(tenant, customFields(owner), placed, now);
  }
}

async function upsertAbsent<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  records: Records<C>,
  now: Date,
): Promise<void> {
  const keys = records.map(({ id, content }) => collection.key(tenant, { ...content, id }));
  const stored = await tenant.getMany(keys, { consistent: true });
  const absent = records.filter((_, index) => stored[index] === undefined);
  if (absent.length > 0) await upsert(tenant, collection, absent, { now });
}

/** The memberships of the first committee that examples name: of its chair, and one that is over. */
function nameMemberships(directory: Directory, idOf: IdOf) {
  const [key = '', committee] = Object.entries(directory.committees)[0] ?? [];
  const committeeId = idOf(`committee:${key}`);
  const own = buildMemberships(directory, idOf).filter(({ content }) => content.committeeId === committeeId);
  const former = own.find(({ content }) => content.endDate !== undefined);
  return omitUndefined({
    membershipId: own[0]?.id,
    committeeMemberId: own[0]?.content.personId,
    formerMembershipId: former?.id,
    vacancyId: Object.keys(committee?.vacancies ?? {}).map((each) => idOf(`vacancy:${key} ${each}`))[0],
  });
}

/**
 * Seeds a tenant's directory, if the demo has one for it, and returns the ids that examples name. Existing records stay
 * as they are: a person changed yesterday is still changed after a restart.
 */
export async function seedDirectory(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const directory = (await readDirectories())[tenant.code];
  if (directory === undefined) return {};
  const idOf: IdOf = (reference) => demoId(tenant.code, reference);
  await upsertAbsent(tenant, organizations, buildOrganizations(directory, idOf), now);
  const legislators = buildLegislators(tenant, directory.legislature);
  await upsertAbsent(tenant, people, [...buildPeople(directory, idOf), ...legislators], now);
  const legislative = buildLegislativeCommittees(directory, idOf);
  await upsertAbsent(tenant, committees, [...buildCommittees(directory, idOf), ...legislative], now);
  await upsertAbsent(tenant, memberships, buildMemberships(directory, idOf), now);
  await seedAllDefinitions(tenant, directory, idOf, now);
  await seedVacancies(tenant, directory, idOf, now);
  await seedView(tenant, idOf('view:active'), now);
  await seedBatch(tenant, idOf('batch'), now);
  const groupPeople = Object.keys(directory.people).map((key) => idOf(`person:${key}`));
  const [, , , askingPersonId = ''] = groupPeople;
  const clerks = {
    ...{ id: idOf('group:clerks'), name: 'Clerks', askingId: askingPersonId },
    description: 'Clerks who help each other with elections and records.',
    memberIds: groupPeople.slice(0, 3),
  };
  const engineers = {
    ...{ id: idOf('group:engineers'), name: 'Engineers' },
    description: 'Roads, bridges and water.',
    memberIds: groupPeople.slice(4, 5),
  };
  for (const group of [clerks, engineers]) await seedGroup(tenant, group, now);
  await seedImports(tenant, { ready: idOf('import:ready'), uploading: idOf('import:uploading') }, now);
  const first = (kind: string, records: object): string => idOf(`${kind}:${Object.keys(records)[0]}`);
  await seedExport(tenant, { id: idOf('export'), personId: first('person', directory.people) }, now);
  const relationship = {
    id: idOf('relationship'),
    contactId: idOf('official-contact'),
    personId: first('person', directory.people),
    officialId: legislators[0]?.id ?? '',
    staffId: Object.keys(directory.people).map((key) => idOf(`person:${key}`))[2] ?? '',
    staffRelationshipId: idOf('relationship:staff'),
  };
  const requester = { id: idOf('change-request:title'), personId: idOf('person:kira') };
  await seedChangeRequest(tenant, requester, now);
  const relationships = await seedRelationship(tenant, relationship, now);
  await seedEngagement(tenant, now);
  return {
    batchId: idOf('batch'),
    importId: idOf('import:ready'),
    exportId: idOf('export'),
    uploadingImportId: idOf('import:uploading'),
    changeRequestId: requester.id,
    personId: first('person', directory.people),
    organizationId: first('organization', directory.organizations),
    committeeId: first('committee', directory.committees),
    ...(await seedDuplicatePeople(tenant, now)),
    ...(await seedDuplicateOrganizations(tenant, first('organization', directory.organizations), now)),
    ...(await seedErasedPerson(tenant, now)),
    committeePositionId: idOf('committee-position:member'),
    electionTermId: first('election-term', directory.electionTerms),
    regionId: first('region', directory.regions),
    customFieldId: idOf('custom-field:people:language'),
    organizationFieldId: idOf('custom-field:organizations:size'),
    groupId: idOf('group:clerks'),
    openGroupId: idOf('group:engineers'),
    askingPersonId,
    viewId: idOf('view:active'),
    ...nameMemberships(directory, idOf),
    ...relationships,
  };
}

/** The legislators and legislative committees of a demo tenant that bills and hearings refer to. */
export interface DemoLegislature {
  /** The ids of the legislators, by name. */
  readonly legislators: ReadonlyMap<string, string>;
  /** The numbers of the committees, by key such as `lower-housing`. */
  readonly committees: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
}

/** Numbers the legislative committees that have no number yet; undefined when the demo has none for the tenant. */
export async function numberDemoCommittees(tenant: TenantStore): Promise<DemoLegislature | undefined> {
  const legislature = (await readDirectories())[tenant.code]?.legislature;
  if (legislature === undefined) return undefined;
  const keys = Object.keys(legislature.committees);
  const ids = keys.map((key) => demoId(tenant.code, `committee:${key}`));
  const stored = (await committeesById(tenant, ids)).flatMap((committee) => committee ?? []);
  const numbers = await numberCommittees(tenant, stored);
  const found = stored.flatMap(({ id, name }) => {
    const key = keys[ids.indexOf(id)];
    const number = numbers.get(id);
    return key === undefined || number === undefined ? [] : [[key, { id: number, name }] as const];
  });
  const names = Object.keys(legislature.members);
  return {
    legislators: new Map(names.map((name) => [name, legislatorId(tenant, name)])),
    committees: new Map(found),
  };
}
