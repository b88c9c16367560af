// GET /api/v1/organization/{id}/Tree
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  listChildOrganizationIds,
  listOrganizationPersonIds,
} from '../../../shared/directory/organization-entries.ts';
import { type OrganizationItem, organizationsById } from '../../../shared/directory/organization-store.ts';
import { conflict, notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getOrganizationTree } from './contract.ts';

/** The most organizations of a reply; each costs two queries. */
const MAX_ORGANIZATIONS = 500;

/** An organization in the tree, with its own people. */
interface Node {
  readonly organization: OrganizationItem;
  readonly depth: number;
  readonly people: number;
}

/** The organization and everything below it, level by level. Costs what it returns. */
async function loadTree(tenant: TenantStore, rootId: string): Promise<Node[]> {
  const nodes: Node[] = [];
  let ids: readonly string[] = [rootId];
  for (let depth = 0; ids.length > 0; depth += 1) {
    if (nodes.length + ids.length > MAX_ORGANIZATIONS)
      throw conflict(
        `More than ${MAX_ORGANIZATIONS} organizations are below this one: request the trees below it one by one.`,
      );
    const level = await organizationsById(tenant, ids);
    const found = level.filter((organization) => organization !== undefined);
    const loaded = await Promise.all(
      found.map(async (organization) => {
        const [people, children] = await Promise.all([
          listOrganizationPersonIds(tenant, organization.id),
          listChildOrganizationIds(tenant, organization.id),
        ]);
        return { node: { organization, depth, people: people.length }, children };
      }),
    );
    nodes.push(...loaded.map(({ node }) => node));
    ids = loaded.flatMap(({ children }) => children);
  }
  return nodes;
}

export const handler = lambda(getOrganizationTree, async ({ params, tenant }) => {
  const nodes = await loadTree(tenant, params.id.toLowerCase());
  if (nodes.length === 0) throw notFound('organization', params.id);
  // From the lowest level up, so that what is below an organization has its total before the organization needs it.
  const totals = new Map<string, number>();
  for (const { organization, people } of [...nodes].sort((a, b) => b.depth - a.depth)) {
    const total = people + (totals.get(organization.id) ?? 0);
    totals.set(organization.id, total);
    const { parentId } = organization;
    if (parentId !== undefined) totals.set(parentId, (totals.get(parentId) ?? 0) + total);
  }
  return ok({
    data: nodes.map(({ organization, depth, people }) => ({
      id: organization.id,
      name: organization.name,
      type: organization.organizationType ?? null,
      parentId: organization.parentId ?? null,
      isActive: organization.isActive ?? true,
      depth,
      people,
      peopleInTree: totals.get(organization.id) ?? people,
    })),
  });
});
