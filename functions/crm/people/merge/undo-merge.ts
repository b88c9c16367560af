// POST /api/v1/people/{id}/UndoMerge
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { buildUndo, loadUndoable } from '../../merge/write-merge.ts';
import { loadPresentContext, presentPersonTo } from '../present.ts';
import { undoMerge } from './contract.ts';
import { mergedPeople, presentPersonMerge } from './present.ts';

export const handler = lambda(undoMerge, async (context) => {
  const undoable = await loadUndoable(context, mergedPeople, context.params.id.toLowerCase());
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
