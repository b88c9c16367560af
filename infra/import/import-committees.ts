// Imports committees, then the places in them whose person and committee are there. Legislative ones get their numbers.
import type { TenantStore } from '../../shared/data/store.ts';
import { committees, memberships } from '../../shared/directory/collection.ts';
import { committeesById } from '../../shared/directory/committee-store.ts';
import { organizationsById } from '../../shared/directory/organization-store.ts';
import { peopleById } from '../../shared/directory/person-store.ts';
import { numberCommittees } from '../../shared/legislature/committee-numbers.ts';
import { type ImportRun, importRows } from './import-rows.ts';
import { type CommitteeDraft, type MembershipDraft, readCommittees } from './read/committees.ts';
import { type Row, type RowSource, UnreadableSource } from './read/row-source.ts';
import { resolveParents } from './resolve-parents.ts';
import { runExclusively } from './run-exclusively.ts';

/** Imports a file or folder of committees with their members. */
export async function importCommittees(run: ImportRun): Promise<void> {
  const reading = await readCommittees(run.path, run.read);
  if (reading.total === 0) throw new UnreadableSource(`"${run.path}" holds no committees.`);
  run.remark(reading.remarks);
  await importCommitteeRows(run, reading);
}

/** Brings in committees that were read, with their members. */
export async function importCommitteeRows(run: ImportRun, reading: RowSource<CommitteeDraft>): Promise<void> {
  run.progress.begin('committees', reading.total);
  const rows: Row<CommitteeDraft>[] = [];
  for await (const row of reading.rows) rows.push(row);
  const { settled, broughtIn } = await runExclusively(run, 'committees', async (alone) => {
    const owned = await dropUnknownOrganizations(alone.tenant, rows);
    const standing = await resolveParents(alone.tenant, owned, committeesById);
    return { settled: standing, broughtIn: await importRows(alone, 'committees', committees, standing) };
  });
  run.progress.end();
  if (!run.dryRun) await assignNumbers(run.tenant, [...broughtIn]);
  // The members of a committee that was refused are rows too, and refused with it.
  const places = rows.flatMap((row, index) => {
    if (!('record' in row)) return [];
    const isThere = 'record' in (settled[index] ?? row) && broughtIn.has(row.record.id);
    return row.record.members.map((place) => ({ place, isThere }));
  });
  run.progress.begin('memberships', places.length);
  const there = createPersonCheck(run.tenant);
  await importRows(
    run,
    'memberships',
    memberships,
    places.map(({ place, isThere }) => (isThere ? place : refuseMissingCommittee(place))),
    there.row,
    there.ask,
  );
  run.progress.end();
}

/** Gives the legislative ones among the committees their numbers, as they are kept now. */
async function assignNumbers(tenant: TenantStore, ids: readonly string[]): Promise<void> {
  const kept = await committeesById(tenant, ids);
  await numberCommittees(
    tenant,
    kept.filter((committee) => committee !== undefined),
  );
}

function refuseMissingCommittee(place: Row<MembershipDraft>): Row<MembershipDraft> {
  if (!('record' in place)) return place;
  const fault = {
    field: 'committee',
    reason: 'was refused, so nobody can be in it',
    value: place.record.person,
  };
  return { row: place.row, faults: [fault] };
}

/** Refuses places whose person the tenant does not have. Each person is asked for once. */
function createPersonCheck(tenant: TenantStore) {
  const isThere = new Map<string, boolean>();
  return {
    async ask(rows: readonly Row<MembershipDraft>[]): Promise<void> {
      const ids = new Set(rows.flatMap((row) => ('record' in row ? [row.record.content.personId] : [])));
      const open = [...ids].filter((id) => !isThere.has(id));
      const found = await peopleById(tenant, open);
      for (const [index, id] of open.entries()) isThere.set(id, found[index] !== undefined);
    },
    row(row: Row<MembershipDraft>): Row<MembershipDraft> {
      if (!('record' in row) || isThere.get(row.record.content.personId)) return row;
      const fault = {
        field: 'person_id',
        reason: 'points at a person this tenant does not have',
        value: row.record.person,
      };
      return { row: row.row, faults: [fault] };
    },
  };
}

/** Leaves out the organization of a committee when the tenant does not have it. */
async function dropUnknownOrganizations(tenant: TenantStore, rows: readonly Row<CommitteeDraft>[]) {
  const ids = new Set(
    rows.flatMap((row) => ('record' in row ? (row.record.content.organizationId ?? []) : [])),
  );
  const kept = new Set(
    (await organizationsById(tenant, [...ids])).flatMap((item) => (item ? [item.id] : [])),
  );
  return rows.map((row): Row<CommitteeDraft> => {
    if (!('record' in row)) return row;
    const { organizationId, ...content } = row.record.content;
    if (organizationId === undefined || kept.has(organizationId)) return row;
    const fault = {
      field: 'organization_id',
      reason: 'names no organization of this tenant',
      value: content.name,
    };
    return { ...row, record: { ...row.record, content }, leftOut: [...row.leftOut, fault] };
  });
}
