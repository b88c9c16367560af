// POST /api/v1/people/{id}/Merge
import { people } from '../../../../shared/directory/collection.ts';
import { PersonContent } from '../../../../shared/directory/person.ts';
import { beginMerge, mergeOfPerson } from '../../../../shared/directory/person-merge/merge-record.ts';
import { peopleById } from '../../../../shared/directory/person-store.ts';
import { buildRecordChanges } from '../../../../shared/directory/record-changes.ts';
import { nextVersion, pickContent } from '../../../../shared/directory/stored.ts';
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { loadPresentContext, presentPersonTo } from '../present.ts';
import { noPerson } from '../write-person.ts';
import { assertMergeable, assertNoOpenMerge } from './check-mergeable.ts';
import { combinePeople, type FieldChoice, findTooLong } from './combine.ts';
import { mergePeople } from './contract.ts';
import { presentMerge } from './present.ts';

/** The most changes of a transaction (DynamoDB API Reference, TransactWriteItems), and room for the stored reply. */
const MAX_CHANGES = 98;

export const handler = lambda(mergePeople, async (context) => {
  const { tenant, params, body, caller, now, receivedAt, ifMatch, newId } = context;
  const id = params.id.toLowerCase();
  const [before, removed] = await peopleById(tenant, [id, body.personId]);
  if (!before) throw await noPerson(tenant, id);
  if (id === body.personId)
    throwIfInvalid([
      { code: 'NOT_ALLOWED', message: `personId must be another person than ${id}.`, target: 'personId' },
    ]);
  if (!removed) throw await noPerson(tenant, body.personId, 'personId');
  await assertNoOpenMerge(tenant, [id, removed.id]);
  await assertMergeable(tenant, before, removed);
  const choices = Object.fromEntries(
    Object.entries(body.fields ?? {}).flatMap(([name, choice]): [string, FieldChoice][] =>
      choice ? [[name, choice as FieldChoice]] : [],
    ),
  );
  const [own, other] = [before, removed].map((person) => pickContent<PersonContent>(PersonContent, person));
  if (!own || !other) throw await noPerson(tenant, id);
  const content = combinePeople(own, other, choices);
  const tooLong = findTooLong(content);
  if (tooLong !== undefined)
    throw conflict(`${tooLong} would have too many entries: choose those of one person for it.`, tooLong);
  const after = nextVersion('person', id, content, before, now);
  const merge = {
    id: removed.id,
    into: id,
    mark: newId(),
    mergedDate: now.toISOString(),
    startedAt: receivedAt.toISOString(),
    mergedBy: caller.subject,
  };
  const changes = [
    ...(await buildRecordChanges(tenant, people, [{ before, after }], ifMatch, [removed])),
    ...beginMerge(tenant, await mergeOfPerson(tenant, removed.id), merge, {
      removed,
      before: own,
      after: content,
    }),
  ];
  if (changes.length > MAX_CHANGES)
    throw conflict(
      'The two people have too many names and addresses for one step: remove some of one first.',
    );
  return write(
    changes,
    ok(
      {
        person: presentPersonTo(context, after, await loadPresentContext(context, [after])),
        merge: presentMerge({ ...merge, status: 'running', moved: {}, notMoved: [], notUndone: [] }),
      },
      { version: after.version, isComposed: true },
    ),
  );
});
