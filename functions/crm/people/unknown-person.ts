// What is wrong with an id that no person has: it may be of somebody who was merged or erased.
import { findErasedIds } from '../../../shared/data/erased-ids.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { peopleMerges } from '../../../shared/directory/record-merge/merge-kind.ts';
import { survivorById } from '../../../shared/directory/record-merge/merge-record.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';

/** Of so many unknown people a reply says what became of them: each takes a few reads. */
const MAX_DESCRIBED = 20;

/** What became of the person who once had an id, with the id of the one who remains after a merge; undefined where nobody had it. */
export async function describeFormerPerson(tenant: TenantStore, id: string): Promise<string | undefined> {
  const survivor = await survivorById(tenant, peopleMerges, id.toLowerCase());
  if (survivor) return `There is no person with the id ${id} any more: it was merged into ${survivor.id}.`;
  const erased = await findErasedIds(tenant, [id.toLowerCase()]);
  return erased.size === 0
    ? undefined
    : `There is no person with the id ${id} any more: the person was erased.`;
}

/** The details of ids without a person in a body. `target` is the field that has the id. */
export const describeUnknownPeople = (
  tenant: TenantStore,
  unknown: readonly { readonly id: string; readonly target: string }[],
): Promise<ErrorDetail[]> =>
  Promise.all(
    unknown.map(async ({ id, target }, index): Promise<ErrorDetail> => {
      const message = index < MAX_DESCRIBED ? await describeFormerPerson(tenant, id) : undefined;
      return message === undefined
        ? unknownId('person', id, target)
        : { code: 'UNKNOWN_VALUE', message, target };
    }),
  );
