// Gives the demo tenants their people, organizations and committees, and the legislators and committees of their state.
import { putBatch, putRow } from '../../../../functions/crm/batches/store.ts';
import { commit, put } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { vacancyKey } from '../../../../shared/directory/committees/committee-vacancy.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import {
  type Collection,
  committees,
  memberships,
  organizations,
  people,
} from '../../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../../shared/directory/writing/upsert.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { completeStep } from '../steps/complete-step.ts';
import { demoId } from '../steps/references.ts';
import {
  buildCommittees,
  buildLegislativeCommittees,
  buildLegislators,
  buildMemberships,
  buildOrganizations,
  buildPeople,
} from './build-directory.ts';
import { type Directory, type IdOf, type Records, readDirectories } from './directory.ts';
import { seedChangeRequest } from './seed-change-request.ts';
import { seedAllDefinitions } from './seed-definitions.ts';
import { seedDuplicateOrganizations } from './seed-duplicate-organizations.ts';
import { seedDuplicatePeople } from './seed-duplicate-people.ts';
import { seedEngagement } from './seed-engagement.ts';
import { seedErasedPerson } from './seed-erased-person.ts';
import { seedExport } from './seed-export.ts';
import { seedGroup } from './seed-group.ts';
import { seedImports } from './seed-imports.ts';
import { seedRelationship } from './seed-relationship.ts';
import { seedView } from './seed-view.ts';

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

/** Stores the records that the tenant does not have yet. Existing ones stay as they are. */
async function seedRecords(tenant: TenantStore, directory: Directory, idOf: IdOf, now: Date): Promise<void> {
  const officials = buildLegislators(tenant, directory.legislature);
  const legislative = buildLegislativeCommittees(directory, idOf);
  await upsertAbsent(tenant, organizations, buildOrganizations(directory, idOf), now);
  await upsertAbsent(tenant, people, [...buildPeople(directory, idOf), ...officials], now);
  await upsertAbsent(tenant, committees, [...buildCommittees(directory, idOf), ...legislative], now);
  await upsertAbsent(tenant, memberships, buildMemberships(directory, idOf), now);
  await seedAllDefinitions(tenant, directory, idOf, now);
  await seedVacancies(tenant, directory, idOf, now);
}

/** Creates two groups, and somebody who asks to join the first one. */
async function seedGroups(tenant: TenantStore, personIds: readonly string[], idOf: IdOf, now: Date) {
  const [, , , askingPersonId = ''] = personIds;
  const clerks = {
    ...{ id: idOf('group:clerks'), name: 'Clerks', askingId: askingPersonId },
    description: 'Clerks who help each other with elections and records.',
    memberIds: personIds.slice(0, 3),
  };
  const engineers = {
    ...{ id: idOf('group:engineers'), name: 'Engineers' },
    description: 'Roads, bridges and water.',
    memberIds: personIds.slice(4, 5),
  };
  for (const group of [clerks, engineers]) await seedGroup(tenant, group, now);
  return { groupId: clerks.id, openGroupId: engineers.id, askingPersonId };
}

/**
 * Seeds a tenant's directory, if the demo has one for it, and returns the ids that examples name. Existing records stay
 * as they are: a person changed yesterday is still changed after a restart.
 */
export async function seedDirectory(
  tenant: TenantStore,
  now: Date,
  isAgain: boolean,
): Promise<Readonly<Record<string, string>>> {
  const complete = <T>(step: () => Promise<T>) => completeStep(isAgain, step);
  const directory = (await readDirectories())[tenant.code];
  if (directory === undefined) return {};
  const idOf: IdOf = (reference) => demoId(tenant.code, reference);
  const first = (kind: string, records: object): string => idOf(`${kind}:${Object.keys(records)[0]}`);
  const personIds = Object.keys(directory.people).map((key) => idOf(`person:${key}`));
  const [personId = '', , staffId = ''] = personIds;
  const organizationId = first('organization', directory.organizations);
  const requester = { id: idOf('change-request:title'), personId: idOf('person:kira') };
  const imports = { ready: idOf('import:ready'), uploading: idOf('import:uploading') };
  await complete(() => seedRecords(tenant, directory, idOf, now));
  await complete(() => seedView(tenant, idOf('view:active'), now));
  await complete(() => seedBatch(tenant, idOf('batch'), now));
  const groups = await complete(() => seedGroups(tenant, personIds, idOf, now));
  await complete(() => seedImports(tenant, imports, now));
  await complete(() => seedExport(tenant, { id: idOf('export'), personId }, now));
  await complete(() => seedChangeRequest(tenant, requester, now));
  const relationship = {
    ...{ id: idOf('relationship'), staffRelationshipId: idOf('relationship:staff') },
    ...{ contactId: idOf('official-contact'), personId, staffId },
    officialId: buildLegislators(tenant, directory.legislature)[0]?.id ?? '',
  };
  const relationships = await complete(() => seedRelationship(tenant, relationship, now));
  await complete(() => seedEngagement(tenant, now));
  return {
    batchId: idOf('batch'),
    importId: imports.ready,
    exportId: idOf('export'),
    uploadingImportId: imports.uploading,
    changeRequestId: requester.id,
    personId,
    organizationId,
    committeeId: first('committee', directory.committees),
    ...(await complete(() => seedDuplicatePeople(tenant, now))),
    ...(await complete(() => seedDuplicateOrganizations(tenant, organizationId, now))),
    ...(await complete(() => seedErasedPerson(tenant, now))),
    committeePositionId: idOf('committee-position:member'),
    electionTermId: first('election-term', directory.electionTerms),
    regionId: first('region', directory.regions),
    customFieldId: idOf('custom-field:people:language'),
    organizationFieldId: idOf('custom-field:organizations:size'),
    ...groups,
    viewId: idOf('view:active'),
    ...nameMemberships(directory, idOf),
    ...relationships,
  };
}
