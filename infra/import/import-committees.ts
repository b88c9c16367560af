// Imports committees, then their memberships. Legislative committees get their numbers.

import { committees, memberships } from '../../shared/directory/writing/collection.ts';
import { assignNumbers, resolveCommittees } from '../../shared/import/committees/committee-resolver.ts';
import { createMembershipResolver } from '../../shared/import/committees/membership-resolver.ts';
import type { MembershipDraft } from '../../shared/import/committees/membership-row.ts';
import { type Row, type RowSource, UnreadableSource } from '../../shared/import/rows/row-source.ts';
import { loadTenantDay } from '../../shared/settings/tenant-settings.ts';
import { type ImportRun, importRows } from './import-rows.ts';
import { type CommitteeEntry, readCommittees } from './read/committees.ts';
import { readMemberships } from './read/memberships.ts';
import { runExclusively } from './run-exclusively.ts';

/** Imports a file or folder of committees with their members. */
export async function importCommittees(run: ImportRun): Promise<void> {
  const reading = await readCommittees(run.path, run.read);
  if (reading.total === 0) throw new UnreadableSource(`"${run.path}" contains no committees.`);
  run.remark(reading.remarks);
  await importCommitteeRows(run, reading);
}

/** Imports a file or folder of memberships of committees that the tenant has. */
export async function importMemberships(run: ImportRun): Promise<void> {
  const reading = await readMemberships(run.path, run.read);
  if (reading.total === 0) throw new UnreadableSource(`"${run.path}" contains no memberships.`);
  run.remark(reading.remarks);
  await importMembershipRows(run, reading);
}

/** Imports committees that were read, with their members. */
export async function importCommitteeRows(run: ImportRun, reading: RowSource<CommitteeEntry>): Promise<void> {
  run.progress.begin('committees', reading.total);
  const rows: Row<CommitteeEntry>[] = [];
  for await (const row of reading.rows) rows.push(row);
  const { resolved, importedIds } = await runExclusively(run, 'committees', async (alone) => {
    const accepted = await resolveCommittees(alone.tenant, rows, run.read);
    return { resolved: accepted, importedIds: await importRows(alone, 'committees', committees, accepted) };
  });
  run.progress.end();
  if (!run.dryRun) await assignNumbers(run.tenant, [...importedIds]);
  // The members of a refused committee are rows too, and are refused with it.
  const members = rows.flatMap((row, index) => {
    if (!('record' in row)) return [];
    const committee = resolved[index];
    const id = committee && 'record' in committee ? committee.record.id : undefined;
    return row.record.members.map((member) =>
      id !== undefined && importedIds.has(id) ? setCommittee(member, id) : refuseMissingCommittee(member),
    );
  });
  await importMembershipRows(run, { total: members.length, remarks: [], rows: members });
}

async function importMembershipRows(run: ImportRun, reading: RowSource<MembershipDraft>): Promise<void> {
  run.progress.begin('memberships', reading.total);
  const today = await loadTenantDay(run.tenant, run.now);
  const { resolve, load } = createMembershipResolver(run.tenant, run.read, today);
  await importRows(run, 'memberships', memberships, reading.rows, resolve, load);
  run.progress.end();
}

/** The member of a committee that may have another id than its row: it was found among those of the tenant. */
const setCommittee = (member: Row<MembershipDraft>, committeeId: string): Row<MembershipDraft> =>
  'record' in member
    ? { ...member, record: { ...member.record, content: { ...member.record.content, committeeId } } }
    : member;

function refuseMissingCommittee(member: Row<MembershipDraft>): Row<MembershipDraft> {
  if (!('record' in member)) return member;
  const problem = {
    field: 'committee',
    reason: 'was refused, so it can have no members',
    value: member.record.person,
  };
  return { row: member.row, problems: [problem] };
}
