// Takes a person out of some items in one transaction: each is removed, or stays under a pseudonym, as its kind says.
import { isDeepStrictEqual } from 'node:util';
import { type Change, remove } from '../../data/changes.ts';
import { decideAndCommit } from '../../data/decide-and-commit.ts';
import type { TenantStore } from '../../data/store.ts';
import { countListed } from '../count-listed.ts';
import { changeSize } from '../mailing-list-members.ts';
import { type ReferenceGroup, type StoredItem, toKey } from '../record-merge/person-references.ts';
import { replaceItem, withNextVersion } from '../record-merge/replace-item.ts';
import { findDataKind } from './data-kinds.ts';
import type { PersonIdentity } from './identity.ts';
import type { Redactor } from './redact.ts';

/** What became of the items of one type. */
export interface ErasedCount {
  readonly removed: number;
  readonly pseudonymised: number;
}

/** What an erasure does to an item: `remove`, another content, or nothing. */
export type ItemErasure =
  | { readonly kind: 'remove' }
  /** Its content goes, and the record stays to say why. */
  | { readonly kind: 'withdraw'; readonly after: StoredItem }
  | { readonly kind: 'pseudonymise'; readonly after: StoredItem }
  | { readonly kind: 'none' };

/** Whether the item is something about the person, rather than something that names them. */
const isAboutPerson = (item: StoredItem): boolean => {
  const { exported, area } = findDataKind(item.type);
  return exported === 'whole' || area === 'identity';
};

/** What an erasure of this person does to an item. */
export function decideErasure(
  item: StoredItem,
  { ids, subject }: Pick<PersonIdentity, 'ids' | 'subject'>,
  { redact }: Redactor,
): ItemErasure {
  const kind = findDataKind(item.type);
  if (kind.ofOthers && !ids.includes(String(item.requestedBy))) {
    const { drop, set } = kind.ofOthers;
    return { kind: 'withdraw', after: { ...redact(item, { isAboutPerson: true, drop }), ...set } };
  }
  const isOwned = kind.removedWith !== undefined && ids.includes(String(item[kind.removedWith]));
  if (kind.erase === 'remove' || isOwned) return { kind: 'remove' };
  if (kind.erase === 'none') return { kind: 'none' };
  const isAuthor = subject !== undefined && item.by === subject.id;
  const isOwn = isAboutPerson(item);
  const plain = redact(item, { isAboutPerson: isOwn });
  const isNamed = isAuthor || !isDeepStrictEqual(plain, item);
  if (!isNamed) return { kind: 'none' };
  const drop = [...(kind.drop ?? []), ...(isAuthor ? (kind.ofAuthor ?? []) : [])];
  const after = redact(item, { isAboutPerson: isOwn, drop });
  return isDeepStrictEqual(after, item) ? { kind: 'none' } : { kind: 'pseudonymise', after };
}

/**
 * Erases the person from the items of a group. Nothing happens to those that an earlier call has reached.
 * @returns for each item that was changed its type, and what was done
 */
export async function eraseGroup(
  tenant: TenantStore,
  keys: ReferenceGroup,
  identity: PersonIdentity,
  redactor: Redactor,
): Promise<readonly { readonly type: string; readonly done: 'removed' | 'pseudonymised' }[]> {
  const { erased } = await decideAndCommit(async () => {
    const found = (await tenant.getMany(keys, { consistent: true })).filter((item) => item !== undefined);
    const changes: Change[] = [];
    const gone: StoredItem[] = [];
    const done: { type: string; done: 'removed' | 'pseudonymised' }[] = [];
    for (const item of found) {
      const type = item.type ?? 'counter';
      const erasure = decideErasure(item, identity, redactor);
      if (erasure.kind === 'remove') {
        changes.push(remove(toKey(tenant, item)));
        gone.push(item);
        if (type === 'mailing-list-member') changes.push(changeSize(tenant, String(item.listId), -1));
        done.push({ type, done: 'removed' });
      } else if (erasure.kind !== 'none') {
        changes.push(...replaceItem(tenant, item, withNextVersion(erasure.after)));
        done.push({ type, done: erasure.kind === 'withdraw' ? 'removed' : 'pseudonymised' });
      }
    }
    return { changes: [...changes, ...(await countListed(tenant, gone))], erased: done };
  });
  return erased;
}
