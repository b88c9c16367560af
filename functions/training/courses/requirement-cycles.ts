// Courses and awards must not require themselves: a course requires its prerequisites, an award its prerequisites and the
// required courses of its curriculum (docs/interface/training.md#prerequisites).
import { type Change, ifAbsent, ifVersion, put } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import { type AwardItem, awardKey } from '../awards/record/award-record.ts';
import { type CurriculumItem, curriculumKey } from '../awards/record/curriculum-record.ts';
import { type CourseItem, courseKey } from './course.ts';

/** A course or an award. */
interface Node {
  readonly type: 'Course' | 'Award';
  readonly id: string;
}

/** A requirement that a request adds, with the field that names it. */
export interface AddedRequirement extends Node {
  readonly target: string;
}

/** A course or an award on the way, with how it was reached. */
interface Step extends Node {
  readonly name: string;
  readonly by: Step | undefined;
  /** The requirement of the request that leads here. */
  readonly target: string;
}

/**
 * The record that every added requirement changes: two requests that would only together close a cycle can't both
 * succeed.
 */
interface RequirementsGuardItem {
  readonly type: 'requirements-guard';
  readonly version: number;
}

const guardKey = (tenant: TenantStore): Key<RequirementsGuardItem> =>
  tenant.key('REQUIREMENTS-GUARD', 'GUARD');

const toId = ({ type, id }: Node): string => `${type} ${id}`;

type RequirementItem = CourseItem | AwardItem | CurriculumItem;

/** What each of these courses and awards requires, and their names. One round trip per hundred records. */
async function loadRequirements(tenant: TenantStore, nodes: readonly Node[]) {
  const keys = nodes.flatMap(({ type, id }): Key<RequirementItem>[] =>
    type === 'Course' ? [courseKey(tenant, id)] : [awardKey(tenant, id), curriculumKey(tenant, id)],
  );
  const items = (await tenant.getMany(keys, { consistent: true })).filter((item) => item !== undefined);
  const names = new Map<string, string>();
  const requirements = new Map<string, Node[]>();
  for (const item of items) {
    const from = toId({ type: item.type === 'course' ? 'Course' : 'Award', id: item.id });
    const required: Node[] =
      item.type === 'curriculum'
        ? item.requiredCourseIds.map((id) => ({ type: 'Course', id }))
        : item.prerequisites.flatMap(({ type, id }) => (type === 'Experience' ? [] : [{ type, id }]));
    requirements.set(from, [...(requirements.get(from) ?? []), ...required]);
    if (item.type !== 'curriculum') names.set(from, item.name);
  }
  return { names, requirements };
}

/** The names from the start to the end: "A requires B requires A". */
function describePath(saved: Node & { readonly name: string }, last: Step): string {
  const names: string[] = [saved.name];
  for (let step: Step | undefined = last; step; step = step.by) names.unshift(step.name);
  return [saved.name, ...names].join(' requires ');
}

/** Walks from the added requirements, one level of requirements per round trip, each course and award once. */
async function findCycle(
  tenant: TenantStore,
  saved: Node & { readonly name: string },
  added: readonly AddedRequirement[],
): Promise<{ readonly path: string; readonly target: string } | undefined> {
  const seen = new Set(added.map(toId));
  let level: (Omit<Step, 'name'> & Node)[] = added.map((requirement) => ({ ...requirement, by: undefined }));
  while (level.length > 0) {
    const { names, requirements } = await loadRequirements(tenant, level);
    const next: typeof level = [];
    for (const node of level) {
      const step: Step = { ...node, name: names.get(toId(node)) ?? node.id };
      for (const required of requirements.get(toId(node)) ?? []) {
        if (toId(required) === toId(saved)) return { path: describePath(saved, step), target: step.target };
        if (seen.has(toId(required))) continue;
        seen.add(toId(required));
        next.push({ ...required, by: step, target: step.target });
      }
    }
    level = next;
  }
  return undefined;
}

/**
 * Refuses requirements that lead back to the course or award that is saved. A new one can't be required yet, so only
 * changes are checked. No reads when nothing is added.
 *
 * @returns the change that makes the request retry when another one has added a requirement meanwhile
 * @throws Failure 400 with the path
 */
export async function checkRequirementCycles(
  tenant: TenantStore,
  saved: Node & { readonly name: string },
  added: readonly AddedRequirement[],
): Promise<Change[]> {
  if (added.length === 0) return [];
  const guard = await tenant.get(guardKey(tenant), { consistent: true });
  const cycle = await findCycle(tenant, saved, added);
  if (cycle)
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: `A course or an award must not require itself: ${cycle.path}.`,
        target: cycle.target,
      },
    ]);
  return [
    put(
      guardKey(tenant),
      { type: 'requirements-guard', version: (guard?.version ?? 0) + 1 },
      { condition: guard ? ifVersion(guard.version) : ifAbsent, onConflict: 'retry' },
    ),
  ];
}

/** The prerequisites that a request adds to those there were. */
export const listAddedPrerequisites = (
  before: readonly (Pick<Node, 'id'> & { readonly type: string })[],
  after: readonly (Pick<Node, 'id'> & { readonly type: Node['type'] | 'Experience' })[],
): AddedRequirement[] =>
  after.flatMap(({ type, id }, index): AddedRequirement[] =>
    type === 'Experience' || before.some((known) => known.type === type && known.id === id)
      ? []
      : [{ type, id, target: `prerequisites[${index}].id` }],
  );
