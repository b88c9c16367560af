// POST /api/v1/people/{id}/Merge
import { PersonContent } from '../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { pickContent } from '../../../../shared/directory/record/stored.ts';
import { peopleMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { removeScore } from '../../advocacy/engagement/record/store.ts';
import { type FieldChoice, toChoices } from '../../merge/combine-fields.ts';
import { assertNoOpenMerge } from '../../merge/list-merges.ts';
import { buildMerge } from '../../merge/write-merge.ts';
import { withdrawPhotos } from '../presentation/photo-of-person.ts';
import { loadPresentContext, presentPersonTo } from '../presentation/present.ts';
import { noPerson } from '../write-person.ts';
import { assertMergeable } from './check-mergeable.ts';
import { combinePeople } from './combine.ts';
import { mergePeople } from './contract.ts';
import { mergedPeople, presentPersonMerge } from './present.ts';

export const handler = lambda(mergePeople, async (context) => {
  const { tenant, params, body, receivedAt } = context;
  const id = params.id.toLowerCase();
  const [before, removed] = await peopleById(tenant, [id, body.personId]);
  if (!before) throw await noPerson(tenant, id);
  if (id === body.personId)
    throwIfInvalid([
      { code: 'NOT_ALLOWED', message: `personId must be another person than ${id}.`, target: 'personId' },
    ]);
  if (!removed) throw await noPerson(tenant, body.personId, 'personId');
  await assertNoOpenMerge(tenant, peopleMerges, [id, removed.id]);
  await assertMergeable(tenant, before, removed);
  const content = combinePeople(
    pickContent<PersonContent>(PersonContent, before),
    pickContent<PersonContent>(PersonContent, removed),
    toChoices(body.fields as Readonly<Record<string, FieldChoice | null>> | null | undefined),
  );
  const { after, merge, changes } = await buildMerge(context, mergedPeople, { before, removed, content }, [
    ...withdrawPhotos(tenant, [before, removed], content, receivedAt),
    // The ranking is calculated again without the person.
    removeScore(tenant, removed.id),
  ]);
  return write(
    changes,
    ok(
      {
        person: presentPersonTo(context, after, await loadPresentContext(context, [after])),
        merge: presentPersonMerge(merge),
      },
      { version: after.version, isComposed: true },
    ),
  );
});
