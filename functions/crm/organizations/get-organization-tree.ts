// GET /api/v1/organization/{id}/Tree
import type { TenantStore } from '../../../shared/data/store.ts';
import { listChildOrganizationIds } from '../../../shared/directory/organizations/organization-entries.ts';
import { countPeople, noPeople } from '../../../shared/directory/organizations/organization-people.ts';
import {
  type OrganizationItem,
  organizationsById,
} from '../../../shared/directory/organizations/organization-store.ts';
import type { PeopleCount } from '../../../shared/directory/people/people-count.ts';
import { conflict, notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { getOrganizationTree } from './contract.ts';

/** The most organizations of a reply; each costs a query and the read of its count. */
const MAX_ORGANIZATIONS = 500;

/** An organization in the tree, with its own people. */
interface Node {
  readonly organization: OrganizationItem;
  readonly depth: number;
  readonly people: PeopleCount;
}

const addCounts = (a: PeopleCount, b: PeopleCount = noPeople): PeopleCount => ({
  total: a.total + b.total,
  active: a.active + b.active,
});

/** The organization and everything below it, level by level. Costs what it returns. */
async function loadTree(tenant: TenantStore, rootId: string, today: string): Promise<Node[]> {
  const nodes: Node[] = [];
  let ids: readonly string[] = [rootId];
  for (let depth = 0; ids.length > 0; depth += 1) {
    if (nodes.length + ids.length > MAX_ORGANIZATIONS)
      throw conflict(
        `More than ${MAX_ORGANIZATIONS} organizations are below this one: request the trees below it one by one.`,
      );
    const level = await organizationsById(tenant, ids);
    const found = level.filter((organization) => organization !== undefined);
    const [people, children] = await Promise.all([
      countPeople(
        tenant,
        found.map(({ id }) => id),
        today,
      ),
      Promise.all(found.map(({ id }) => listChildOrganizationIds(tenant, id))),
    ]);
    nodes.push(
      ...found.map((organization, index) => ({ organization, depth, people: people[index] ?? noPeople })),
    );
    ids = children.flat();
  }
  return nodes;
}

export const handler = lambda(getOrganizationTree, async ({ params, tenant, settings, now }) => {
  const today = toLocalDate(settings.timeZone, now);
  const nodes = await loadTree(tenant, params.id.toLowerCase(), today);
  if (nodes.length === 0) throw notFound('organization', params.id);
  // From the lowest level up, so that what is below an organization has its total before the organization needs it.
  const totals = new Map<string, PeopleCount>();
  for (const { organization, people } of [...nodes].sort((a, b) => b.depth - a.depth)) {
    const total = addCounts(people, totals.get(organization.id));
    totals.set(organization.id, total);
    const { parentId } = organization;
    if (parentId !== undefined) totals.set(parentId, addCounts(total, totals.get(parentId)));
  }
  return ok({
    data: nodes.map(({ organization, depth, people }) => ({
      id: organization.id,
      name: organization.name,
      type: organization.organizationType ?? null,
      parentId: organization.parentId ?? null,
      isActive: organization.isActive ?? true,
      depth,
      people: people.total,
      peopleInTree: totals.get(organization.id)?.total ?? people.total,
      activePeople: people.active,
      activePeopleInTree: totals.get(organization.id)?.active ?? people.active,
    })),
  });
});
