// POST /api/v1/organization/{id}/UndoMerge
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { OrganizationContent } from '../../../../shared/directory/organizations/organization.ts';
import {
  type OrganizationItem,
  organizationKey,
} from '../../../../shared/directory/organizations/organization-store.ts';
import { organizationMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../../shared/directory/record-merge/merge-record.ts';
import {
  checkParent,
  guardOrganizationTree,
} from '../../../../shared/directory/record-merge/organization-tree.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { loadFields } from '../../fields/custom-values.ts';
import { buildUndo, loadUndoable, type Undoable } from '../../merge/write-merge.ts';
import { presentFor } from '../write-organization.ts';
import { undoOrganizationMerge } from './contract.ts';
import { mergedOrganizations, presentOrganizationMerge } from './present.ts';

type UndoableOrganizations = Undoable<OrganizationContent, OrganizationItem['type']>;

/** What was a parent may have been merged since; the content has the one that remains, or none. */
async function findFormerParent(
  tenant: TenantStore,
  { contents, merge }: UndoableOrganizations,
): Promise<{ readonly content: OrganizationContent; readonly notUndone: readonly string[] }> {
  const { parentId, ...content } = contents.removed;
  if (parentId === undefined || (await tenant.get(organizationKey(tenant, parentId), { consistent: true })))
    return { content: contents.removed, notUndone: [] };
  const survivor = await survivorById(tenant, organizationMerges, parentId);
  return survivor
    ? {
        content: { ...content, parentId: survivor.id },
        notUndone: [
          `organization ${merge.id}: its parent ${parentId} was merged into ${survivor.id} since, which is the parent now.`,
        ],
      }
    : {
        content,
        notUndone: [`organization ${merge.id}: its parent ${parentId} no longer exists, so it has none.`],
      };
}

/** The contents with places in the tree that they can have now: others may have moved since. */
async function place(
  tenant: TenantStore,
  undoable: UndoableOrganizations,
  now: Date,
): Promise<UndoableOrganizations> {
  const { merge, remaining, contents } = undoable;
  // Nothing is below the restored organization yet, so that it closes no cycle.
  const removed = await findFormerParent(tenant, undoable);
  const own = { content: contents.remaining, notUndone: [] as readonly string[] };
  if (own.content.parentId !== remaining.parentId)
    try {
      await checkParent(tenant, { ...own.content, id: merge.into }, now);
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.code !== 'VALIDATION_ERROR') throw failure;
      const { parentId: _, ...rest } = own.content;
      own.content = { ...rest, ...(remaining.parentId !== undefined && { parentId: remaining.parentId }) };
      own.notUndone = [`organization ${merge.into}: parentId stays. ${failure.message}`];
    }
  return {
    ...undoable,
    contents: { removed: removed.content, remaining: own.content },
    notUndone: [...undoable.notUndone, ...removed.notUndone, ...own.notUndone],
  };
}

export const handler = lambda(undoOrganizationMerge, async (context) => {
  const { tenant, params, receivedAt } = context;
  const undoable = await loadUndoable(context, mergedOrganizations, params.id.toLowerCase());
  const guards = await guardOrganizationTree(tenant, receivedAt);
  const placed = await place(tenant, undoable, receivedAt);
  const { restored, merge, changes } = await buildUndo(context, mergedOrganizations, placed, guards);
  const fields = await loadFields(tenant, 'organizations', [restored]);
  return write(
    changes,
    ok(
      { organization: presentFor(context, restored, fields), merge: presentOrganizationMerge(merge) },
      { version: restored.version, isComposed: true },
    ),
  );
});
