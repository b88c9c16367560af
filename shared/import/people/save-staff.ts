// Writes for whom the people of imported rows work: a relationship of the type "Staff member" with the official
// (docs/interface/crm.md#officials-and-their-staff).
import { type Change, check, ifAbsent, ifPresent, ifVersion } from '../../data/changes.ts';
import { decideAndCommit } from '../../data/decide-and-commit.ts';
import type { TenantStore } from '../../data/store.ts';
import {
  loadRelationships,
  MAX_RELATIONSHIPS,
  type PersonRelationships,
  putRelationship,
  RelationshipContent,
  STAFF_TYPE_ID,
  STRENGTHS,
} from '../../directory/officials/political-relationship.ts';
import { personKey } from '../../directory/people/person-store.ts';
import { recordId } from '../../directory/record/record-id.ts';
import { nextVersion, pickContent } from '../../directory/record/stored.ts';
import { isInForce } from '../../time/in-force.ts';
import type { RowResult } from '../import-batch.ts';
import type { ReadOptions, Row, RowProblem } from '../rows/row-source.ts';
import { createOfficialFinder } from './official-finder.ts';
import type { PersonDraft } from './person-draft.ts';

interface StaffMember {
  readonly personId: string;
  readonly officialId: string;
  readonly title: string | undefined;
}

/** The relationship that is missing, or has another title; none where all is as the row says. */
function decideStaff(
  tenant: TenantStore,
  { personId, officialId, title }: StaffMember,
  { relationships, guard }: PersonRelationships,
  today: string,
  now: Date,
): readonly Change[] {
  const own = relationships.filter((each) => each.officialId === officialId && each.typeId === STAFF_TYPE_ID);
  const before = own.find((each) => isInForce(each, today) || (each.startDate ?? '') > today);
  if (before ? title === undefined || before.title === title : relationships.length >= MAX_RELATIONSHIPS)
    return [];
  // Somebody who worked there before has begun again by now.
  const startDate = own.length > 0 ? today : undefined;
  const content: RelationshipContent = {
    ...(before
      ? pickContent<RelationshipContent>(RelationshipContent, before)
      : {
          ...{ personId, officialId, typeId: STAFF_TYPE_ID, strength: STRENGTHS.byDefault },
          ...(startDate !== undefined && { startDate }),
        }),
    ...(title !== undefined && { title }),
  };
  const id =
    before?.id ?? recordId(tenant.code, 'staff', JSON.stringify([personId, officialId, startDate ?? '']));
  const after = nextVersion('political-relationship' as const, id, content, before, now);
  return [
    putRelationship(tenant, after, {
      condition: before ? ifVersion(before.version) : ifAbsent,
      onConflict: 'retry',
    }),
    guard(),
    ...[personId, officialId].map((each) => check(personKey(tenant, each), ifPresent, 'retry')),
  ];
}

/** The writer of the staff of one import: the results with what could not be written, and what changed by it alone. */
export function createStaffWriter(tenant: TenantStore, options: ReadOptions, today: string) {
  const findOfficial = createOfficialFinder(tenant, options, today);

  async function write(staff: StaffMember, { now, dryRun }: WriteOptions): Promise<boolean> {
    const decide = async () => {
      const own = await loadRelationships(tenant, staff.personId);
      return { changes: decideStaff(tenant, staff, own, today, now) };
    };
    const { changes } = await (dryRun ? decide() : decideAndCommit(decide));
    return changes.length > 0;
  }

  async function saveRow(row: Row<PersonDraft>, result: RowResult, how: WriteOptions): Promise<RowResult> {
    if ('problems' in result || !('record' in row) || !row.record.staffOf) return result;
    const { official, title } = row.record.staffOf;
    const match = await findOfficial(official);
    const cell = official.id ?? official.name ?? { field: '', value: '' };
    const leaveOut = (reason: string): RowResult => {
      const problem: RowProblem = { ...cell, reason };
      return { ...result, leftOut: [...result.leftOut, problem] };
    };
    if ('reason' in match) return leaveOut(match.reason);
    if (match.id === result.id) return leaveOut('is the person of the row');
    const isChanged = await write({ personId: result.id, officialId: match.id, title }, how);
    return isChanged && result.outcome === 'unchanged' ? { ...result, outcome: 'updated' } : result;
  }

  return async (
    rows: readonly Row<PersonDraft>[],
    results: readonly RowResult[],
    how: WriteOptions,
  ): Promise<readonly RowResult[]> => {
    const saved: RowResult[] = [];
    for (const [index, result] of results.entries()) {
      const row = rows[index];
      saved.push(row ? await saveRow(row, result, how) : result);
    }
    return saved;
  };
}

interface WriteOptions {
  readonly now: Date;
  readonly dryRun?: boolean | undefined;
}
