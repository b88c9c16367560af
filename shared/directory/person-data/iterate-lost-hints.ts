// The words of a person's names in the search index of bills, at bills that no longer have them.
import type { TenantStore } from '../../data/store.ts';
import type { StoredItem } from '../../merges/stored-item.ts';
import { collectHintedWords, findHinted, hintKey } from '../../search/word-hints.ts';
import type { ReferenceGroup } from '../record-merge/person-references.ts';
import type { PersonIdentity } from './identity.ts';

/** How many bills are read at once. */
const BILLS_PER_READ = 100;

/** All texts in an item, at any depth. */
const listTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
};

/**
 * Hints of the words of the person's names, one in each group, whose bills do not have the word, because the erasure has just
 * replaced the name or an import has changed the sponsors. Reads every bill that has one of the words: half a read unit each.
 */
export async function* iterateLostHints(
  tenant: TenantStore,
  { names, subject }: Pick<PersonIdentity, 'names' | 'subject'>,
): AsyncGenerator<ReferenceGroup> {
  for (const word of collectHintedWords([...names, ...(subject ? [subject.name] : [])])) {
    const ids = [...((await findHinted(tenant, 'bills', word, { isWhole: true })) ?? [])];
    for (let start = 0; start < ids.length; start += BILLS_PER_READ) {
      const some = ids.slice(start, start + BILLS_PER_READ);
      const rows = await tenant.getMany(
        some.map((id) => tenant.key<StoredItem>(`BILL#${id}`, 'ROW')),
        { consistent: true },
      );
      for (const [index, id] of some.entries())
        if (!collectHintedWords(listTexts(rows[index])).includes(word))
          yield [hintKey(tenant, 'bills', word, id) as unknown as ReferenceGroup[number]];
    }
  }
}
