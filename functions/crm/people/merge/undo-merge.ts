// POST /api/v1/people/{id}/UndoMerge
import { updateOrganizations } from '../../../../shared/directory/record-merge/current-organizations.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { buildUndo, loadUndoable } from '../../merge/write-merge.ts';
import { loadPresentContext, presentPersonTo } from '../present.ts';
import { undoMerge } from './contract.ts';
import { mergedPeople, presentPersonMerge } from './present.ts';

export const handler = lambda(undoMerge, async (context) => {
  const { tenant, params } = context;
  const found = await loadUndoable(context, mergedPeople, params.id.toLowerCase());
  const [remaining, removed] = await Promise.all([
    updateOrganizations(tenant, found.contents.remaining),
    updateOrganizations(tenant, found.contents.removed),
  ]);
  const undoable = { ...found, contents: { remaining, removed } };
  const { restored, merge, changes } = await buildUndo(context, mergedPeople, undoable);
  return write(
    changes,
    ok(
      {
        person: presentPersonTo(context, restored, await loadPresentContext(context, [restored])),
        merge: presentPersonMerge(merge),
      },
      { version: restored.version, isComposed: true },
    ),
  );
});
