// POST /api/v1/people/{id}/UndoMerge
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { PersonContent } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { updateOrganizations } from '../../../../shared/directory/record-merge/current-organizations.ts';
import { isFileStored } from '../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { buildUndo, loadUndoable, type Undoable } from '../../merge/write-merge.ts';
import { restorePhotos } from '../presentation/photo-of-person.ts';
import { loadPresentContext, presentPersonTo } from '../presentation/present.ts';
import { undoMerge } from './contract.ts';
import { mergedPeople, presentPersonMerge } from './present.ts';

/** A photo that the remaining person took over, and has replaced since, is gone. */
async function omitLostPhoto(
  tenant: TenantStore,
  undoable: Undoable<PersonContent, PersonItem['type']>,
  receivedAt: Date,
): Promise<typeof undoable> {
  const { contents, notUndone, merge } = undoable;
  const { photo, ...others } = contents.removed;
  if (!photo || (await isFileStored(tenant, photo.id, receivedAt))) return undoable;
  return {
    ...undoable,
    contents: { ...contents, removed: others },
    notUndone: [...notUndone, `person ${merge.id}: the photo was replaced since and can't be restored.`],
  };
}

export const handler = lambda(undoMerge, async (context) => {
  const { tenant, params, receivedAt } = context;
  const found = await loadUndoable(context, mergedPeople, params.id.toLowerCase());
  const [remainingContent, removedContent] = await Promise.all([
    updateOrganizations(tenant, found.contents.remaining),
    updateOrganizations(tenant, found.contents.removed),
  ]);
  const current = { ...found, contents: { remaining: remainingContent, removed: removedContent } };
  const undoable = await omitLostPhoto(tenant, current, receivedAt);
  const { contents, remaining } = undoable;
  const { restored, merge, changes } = await buildUndo(
    context,
    mergedPeople,
    undoable,
    restorePhotos(tenant, remaining, [contents.remaining, contents.removed]),
  );
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
