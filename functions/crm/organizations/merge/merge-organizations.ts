// POST /api/v1/organization/{id}/Merge
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { OrganizationContent } from '../../../../shared/directory/organizations/organization.ts';
import {
  type OrganizationItem,
  organizationsById,
} from '../../../../shared/directory/organizations/organization-store.ts';
import { pickContent } from '../../../../shared/directory/record/stored.ts';
import { organizationMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import {
  checkParent,
  guardOrganizationTree,
  listOrganizationsAbove,
} from '../../../../shared/directory/record-merge/organization-tree.ts';
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { loadFields } from '../../fields/custom-values.ts';
import { type FieldChoice, type FieldChoices, toChoices } from '../../merge/combine-fields.ts';
import { assertNoOpenMerge } from '../../merge/list-merges.ts';
import { buildMerge } from '../../merge/write-merge.ts';
import { noOrganization, presentFor } from '../write-organization.ts';
import { combineOrganizations } from './combine.ts';
import { mergeOrganizations } from './contract.ts';
import { mergedOrganizations, presentOrganizationMerge } from './present.ts';

/**
 * The organization that remains can't be below the removed one: it would be below itself, together with what is between
 * the two.
 * @throws Failure 409 that names the path
 */
async function assertNotBelow(
  tenant: TenantStore,
  remaining: OrganizationItem,
  removed: OrganizationItem,
): Promise<void> {
  const above = await listOrganizationsAbove(tenant, remaining, removed.id);
  if (above.at(-1)?.id !== removed.id) return;
  const path = [remaining, ...above].map(({ name }) => name).join(' > ');
  throw conflict(
    `${remaining.name} is below the organization to remove (${path}), so it would be below itself: merge ${remaining.name} into ${removed.name}, or move it first.`,
    'organizationId',
  );
}

/** The combined content, and the changes that guard its place in the tree. */
async function combine(
  tenant: TenantStore,
  remaining: OrganizationItem,
  removed: OrganizationItem,
  choices: FieldChoices,
  now: Date,
): Promise<{ readonly content: OrganizationContent; readonly guards: readonly Change[] }> {
  const guards = await guardOrganizationTree(tenant, now);
  await assertNotBelow(tenant, remaining, removed);
  // The parent of a removed organization that is below the remaining one is no parent for that one.
  const isBelow = (await listOrganizationsAbove(tenant, removed, remaining.id)).at(-1)?.id === remaining.id;
  const content = combineOrganizations(
    pickContent<OrganizationContent>(OrganizationContent, remaining),
    pickContent<OrganizationContent>(OrganizationContent, removed),
    { ...(isBelow && { parent: 'remaining' as const }), ...choices },
  );
  if (content.parentId !== remaining.parentId)
    await checkParent(tenant, { ...content, id: remaining.id }, now);
  return { content, guards };
}

export const handler = lambda(mergeOrganizations, async (context) => {
  const { tenant, params, body, receivedAt } = context;
  const id = params.id.toLowerCase();
  const [before, removed] = await organizationsById(tenant, [id, body.organizationId]);
  if (!before) throw await noOrganization(tenant, id);
  if (id === body.organizationId)
    throwIfInvalid([
      {
        code: 'NOT_ALLOWED',
        message: `organizationId must be another organization than ${id}.`,
        target: 'organizationId',
      },
    ]);
  if (!removed) throw await noOrganization(tenant, body.organizationId, 'organizationId');
  await assertNoOpenMerge(tenant, organizationMerges, [id, removed.id]);
  const choices = toChoices(body.fields as Readonly<Record<string, FieldChoice | null>> | null | undefined);
  const { content, guards } = await combine(tenant, before, removed, choices, receivedAt);
  const { after, merge, changes } = await buildMerge(
    context,
    mergedOrganizations,
    { before, removed, content },
    guards,
  );
  const fields = await loadFields(tenant, 'organizations', [after]);
  return write(
    changes,
    ok(
      { organization: presentFor(context, after, fields), merge: presentOrganizationMerge(merge) },
      { version: after.version, isComposed: true },
    ),
  );
});
