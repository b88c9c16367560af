// POST /api/v1/people/{id}/UndoMerge
import { isDeepStrictEqual } from 'node:util';
import { people } from '../../../../shared/directory/collection.ts';
import { PersonContent } from '../../../../shared/directory/person.ts';
import {
  getUndoEnd,
  type MergedRecordsItem,
  mergedRecordsKey,
  mergeOfPerson,
  pickMerge,
  putMerge,
} from '../../../../shared/directory/person-merge/merge-record.ts';
import { type PersonItem, personById, personKey } from '../../../../shared/directory/person-store.ts';
import { buildRecordChanges } from '../../../../shared/directory/record-changes.ts';
import { nextVersion, pickContent } from '../../../../shared/directory/stored.ts';
import { conflict, notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { loadPresentContext, presentPersonTo } from '../present.ts';
import { assertNoOpenMerge } from './check-mergeable.ts';
import { undoMerge } from './contract.ts';
import { presentMerge } from './present.ts';

/** The remaining person without what came from the other one; a field that somebody changed since stays. */
function separate(current: PersonItem, { before, after }: MergedRecordsItem) {
  const content: Record<string, unknown> = { ...pickContent<PersonContent>(PersonContent, current) };
  const changed: string[] = [];
  const [old, merged] = [before, after].map((each): Readonly<Record<string, unknown>> => ({ ...each }));
  for (const name of Object.keys(PersonContent.shape)) {
    if (isDeepStrictEqual(old?.[name], merged?.[name])) continue;
    if (!isDeepStrictEqual(content[name], merged?.[name])) changed.push(name);
    else if (old?.[name] === undefined) delete content[name];
    else content[name] = old[name];
  }
  return { content: content as PersonContent, changed };
}

export const handler = lambda(undoMerge, async (context) => {
  const { tenant, params, now, receivedAt, newId } = context;
  const id = params.id.toLowerCase();
  const merge = await mergeOfPerson(tenant, id);
  if (!merge || merge.status === 'undone') {
    if (merge || (await personById(tenant, id)))
      throw conflict(`The person ${id} is not merged into another one.`, 'id');
    throw notFound('person', params.id);
  }
  await assertNoOpenMerge(tenant, [id, merge.into]);
  const [records, remaining] = await Promise.all([
    tenant.get(mergedRecordsKey(tenant, id), { consistent: true }),
    tenant.get(personKey(tenant, merge.into), { consistent: true }),
  ]);
  if (now > getUndoEnd(merge) || !records)
    throw conflict(`The merge can be undone until ${getUndoEnd(merge).toISOString()}.`, 'id');
  if (!remaining)
    throw conflict(`The person ${merge.into} was merged or removed since: restore that person first.`, 'id');
  const { content, changed } = separate(remaining, records);
  const removedContent = pickContent<PersonContent>(PersonContent, records.removed);
  const restored = nextVersion('person', id, removedContent, records.removed, now);
  const undoing = {
    ...pickMerge(merge),
    status: 'undoing' as const,
    mark: newId(),
    startedAt: receivedAt.toISOString(),
    notUndone: changed.map((name) => `person ${merge.into}: ${name} was changed since and stays.`),
  };
  const changes = [
    ...(await buildRecordChanges(tenant, people, [
      { before: remaining, after: nextVersion('person', merge.into, content, remaining, now) },
      { before: undefined, after: restored },
    ])),
    putMerge(tenant, merge, undoing, true),
  ];
  return write(
    changes,
    ok(
      {
        person: presentPersonTo(context, restored, await loadPresentContext(context, [restored])),
        merge: presentMerge(undoing),
      },
      { version: restored.version, isComposed: true },
    ),
  );
});
