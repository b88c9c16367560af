// Imports committees, then their memberships. Legislative committees get their numbers.
import type { TenantStore } from '../../shared/data/store.ts';
import { committees, memberships } from '../../shared/directory/collection.ts';
import { committeesById } from '../../shared/directory/committee-store.ts';
import { organizationsById } from '../../shared/directory/organization-store.ts';
import { peopleById } from '../../shared/directory/person-store.ts';
import { resolveParents } from '../../shared/import/resolve-parents.ts';
import { type Row, type RowSource, UnreadableSource } from '../../shared/import/row-source.ts';
import { numberCommittees } from '../../shared/legislature/committee-numbers.ts';
import { type ImportRun, importRows } from './import-rows.ts';
import { createTermPlacer } from './place-terms.ts';
import { type CommitteeDraft, type MembershipDraft, readCommittees } from './read/committees.ts';
import { runExclusively } from './run-exclusively.ts';

/** Imports a file or folder of committees with their members. */
export async function importCommittees(run: ImportRun): Promise<void> {
  const reading = await readCommittees(run.path, run.read);
  if (reading.total === 0) throw new UnreadableSource(`"${run.path}" contains no committees.`);
  run.remark(reading.remarks);
  await importCommitteeRows(run, reading);
}

/** Imports committees that were read, with their members. */
export async function importCommitteeRows(run: ImportRun, reading: RowSource<CommitteeDraft>): Promise<void> {
  run.progress.begin('committees', reading.total);
  const rows: Row<CommitteeDraft>[] = [];
  for await (const row of reading.rows) rows.push(row);
  const { resolved, importedIds } = await runExclusively(run, 'committees', async (alone) => {
    const owned = await dropUnknownOrganizations(alone.tenant, rows);
    const accepted = await resolveParents(alone.tenant, owned, committeesById);
    return { resolved: accepted, importedIds: await importRows(alone, 'committees', committees, accepted) };
  });
  run.progress.end();
  if (!run.dryRun) await assignNumbers(run.tenant, [...importedIds]);
  // The members of a refused committee are rows too, and are refused with it.
  const members = rows.flatMap((row, index) => {
    if (!('record' in row)) return [];
    const isThere = 'record' in (resolved[index] ?? row) && importedIds.has(row.record.id);
    return row.record.members.map((member) => ({ member, isThere }));
  });
  run.progress.begin('memberships', members.length);
  const personCheck = createPersonCheck(run.tenant);
  const terms = createTermPlacer(run.tenant);
  await importRows(
    run,
    'memberships',
    memberships,
    members.map(({ member, isThere }) => (isThere ? member : refuseMissingCommittee(member))),
    (row) => terms.place(personCheck.check(row)),
    async (batch) => {
      await Promise.all([personCheck.load(batch), terms.load(batch)]);
    },
  );
  run.progress.end();
}

/** Assigns numbers to the legislative committees among these. */
async function assignNumbers(tenant: TenantStore, ids: readonly string[]): Promise<void> {
  const stored = await committeesById(tenant, ids);
  await numberCommittees(
    tenant,
    stored.filter((committee) => committee !== undefined),
  );
}

function refuseMissingCommittee(member: Row<MembershipDraft>): Row<MembershipDraft> {
  if (!('record' in member)) return member;
  const problem = {
    field: 'committee',
    reason: 'was refused, so it can have no members',
    value: member.record.person,
  };
  return { row: member.row, problems: [problem] };
}

/** Refuses memberships whose person the tenant does not have. Each person is looked up once. */
function createPersonCheck(tenant: TenantStore) {
  const isThere = new Map<string, boolean>();
  return {
    async load(rows: readonly Row<MembershipDraft>[]): Promise<void> {
      const ids = new Set(rows.flatMap((row) => ('record' in row ? [row.record.content.personId] : [])));
      const open = [...ids].filter((id) => !isThere.has(id));
      const found = await peopleById(tenant, open);
      for (const [index, id] of open.entries()) isThere.set(id, found[index] !== undefined);
    },
    check(row: Row<MembershipDraft>): Row<MembershipDraft> {
      if (!('record' in row) || isThere.get(row.record.content.personId)) return row;
      const problem = {
        field: 'person_id',
        reason: 'points at a person this tenant does not have',
        value: row.record.person,
      };
      return { row: row.row, problems: [problem] };
    },
  };
}

/** Leaves out the organization of a committee when the tenant does not have it. */
async function dropUnknownOrganizations(tenant: TenantStore, rows: readonly Row<CommitteeDraft>[]) {
  const ids = new Set(
    rows.flatMap((row) => ('record' in row ? (row.record.content.organizationId ?? []) : [])),
  );
  const stored = new Set(
    (await organizationsById(tenant, [...ids])).flatMap((item) => (item ? [item.id] : [])),
  );
  return rows.map((row): Row<CommitteeDraft> => {
    if (!('record' in row)) return row;
    const { organizationId, ...content } = row.record.content;
    if (organizationId === undefined || stored.has(organizationId)) return row;
    const problem = {
      field: 'organization_id',
      reason: 'names no organization of this tenant',
      value: content.name,
    };
    return { ...row, record: { ...row.record, content }, leftOut: [...row.leftOut, problem] };
  });
}
