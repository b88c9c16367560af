// Presents a merge of people, and says how people are merged.

import { displayName, PersonContent } from '../../../../shared/directory/people/person.ts';
import type { PersonItem } from '../../../../shared/directory/people/person-store.ts';
import { peopleMerges } from '../../../../shared/directory/record-merge/merge-kind.ts';
import { people } from '../../../../shared/directory/writing/collection.ts';
import { presentMerge } from '../../merge/present-merge.ts';
import type { MergeTarget } from '../../merge/write-merge.ts';

export const mergedPeople: MergeTarget<PersonContent, PersonItem['type']> = {
  kind: peopleMerges,
  collection: people,
  schema: PersonContent,
  nameRecord: displayName,
};

/** The merge in the interface's form. */
export const presentPersonMerge = (
  merge: Parameters<typeof presentMerge>[0] & { readonly into: string },
) => ({
  ...presentMerge(merge),
  personId: merge.into,
});
