// Seeds people who are stored twice, as two sources give them: the examples of a merge and of its undo.
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { PersonContent } from '../../../../shared/directory/people/person.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { peopleMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { mergeById } from '../../../../shared/directory/record-merge/merge-record.ts';
import { people } from '../../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../../shared/directory/writing/upsert.ts';
import { demoId } from '../steps/references.ts';
import { buildEndedMerge } from './seed-ended-merge.ts';

const twice: Readonly<Record<string, PersonContent>> = {
  greta: {
    firstName: 'Greta',
    lastName: 'Winslow',
    email: 'greta.winslow@example.org',
    phone: '503-555-0188',
    title: 'Appraiser',
  },
  'greta-again': {
    firstName: 'Greta',
    lastName: 'Winslow',
    email: 'Greta.Winslow@example.org',
    title: 'Assessor',
  },
  milo: { firstName: 'Milo', lastName: 'Vance', email: 'milo.vance@example.org', title: 'Surveyor' },
};
const merged: PersonContent = { firstName: 'Milo', lastName: 'Vance', phone: '503-555-0189' };

/** Seeds the people and returns their ids. Existing ones, and merged ones, stay as they are. */
export async function seedDuplicatePeople(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const idOf = (key: string): string => demoId(tenant.code, `person:${key}`);
  const records = Object.entries(twice).map(([key, content]) => ({ id: idOf(key), content }));
  const merges = await Promise.all(records.map(({ id }) => mergeById(tenant, peopleMerges, id)));
  const stored = await tenant.getMany(
    records.map(({ id, content }) => people.key(tenant, { id, ...content })),
  );
  const absent = records.filter((_, index) => !merges[index] && !stored[index]);
  if (absent.length > 0) await upsert(tenant, people, absent, { now });
  const [removedId, remainingId] = [idOf('milo-again'), idOf('milo')];
  if (!(await mergeById(tenant, peopleMerges, removedId)))
    await commit(
      buildEndedMerge(tenant, peopleMerges, remainingId, now, {
        removed: nextVersion('person', removedId, merged, undefined, now),
        before: twice.milo ?? {},
        after: twice.milo ?? {},
      }),
    );
  return {
    remainingPersonId: idOf('greta'),
    duplicatePersonId: idOf('greta-again'),
    mergedPersonId: removedId,
  };
}
