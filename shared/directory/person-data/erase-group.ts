// Takes a person out of some items in one transaction: each is removed, or stays under a pseudonym, as its kind says.
import { isDeepStrictEqual } from 'node:util';
import { countLost, type LostRecipient } from '../../broadcast-figures/figures.ts';
import { type Change, remove } from '../../data/changes.ts';
import { decideAndCommit } from '../../data/decide-and-commit.ts';
import type { TenantStore } from '../../data/store.ts';
import { removeItem, replaceItem, withNextVersion } from '../../merges/replace-item.ts';
import { type StoredItem, toKey } from '../../merges/stored-item.ts';
import { countListed } from '../groups/count-listed.ts';
import { changeSize } from '../lists/mailing-list-members.ts';
import type { ReferenceGroup } from '../record-merge/person-references.ts';
import { findDataKind } from './data-kinds.ts';
import type { PersonIdentity } from './identity.ts';
import type { Redactor } from './redact.ts';

/** What became of an item: `kept` where it names the person and stays as it is. */
export interface ItemOutcome {
  readonly type: string;
  readonly done: keyof ErasedCount | 'kept';
  /** The key of the item. */
  readonly place: string;
}

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
  /** It names the person, and stays as it is. */
  | { readonly kind: 'keep' }
  | { readonly kind: 'none' };

/** Whether the item is something about the person, rather than something that names them. */
const isAboutPerson = (item: StoredItem): boolean => {
  const { exported, area } = findDataKind(item.type);
  return exported === 'whole' || area === 'identity';
};

/** Whether an item that belongs to a user belongs to another one. */
function isOfAnother(item: StoredItem, { ids, subject }: Pick<PersonIdentity, 'ids' | 'subject'>): boolean {
  const { ofOthers } = findDataKind(item.type);
  return ofOthers !== undefined && ![...ids, subject?.id].includes(String(item[ofOthers.owner]));
}

/** What an erasure of this person does to an item. */
export function decideErasure(
  item: StoredItem,
  identity: Pick<PersonIdentity, 'ids' | 'subject'>,
  { redact, names }: Redactor,
): ItemErasure {
  const kind = findDataKind(item.type);
  const { ids, subject } = identity;
  if (kind.ofOthers && isOfAnother(item, identity)) {
    const { drop, set } = kind.ofOthers;
    const after = redact(item, { isAboutPerson: true, drop });
    if (set) return { kind: 'withdraw', after: { ...after, ...set } };
    return names(item) ? { kind: 'pseudonymise', after } : { kind: 'none' };
  }
  const isOwned = kind.removedWith !== undefined && ids.includes(String(item[kind.removedWith]));
  if (kind.erase === 'remove' || isOwned) return { kind: 'remove' };
  if (kind.erase === 'none') return { kind: names(item) ? 'keep' : 'none' };
  const isAuthor = subject !== undefined && item.by === subject.id;
  const isOwn = isAboutPerson(item);
  const plain = redact(item, { isAboutPerson: isOwn });
  const isNamed = isAuthor || !isDeepStrictEqual(plain, item);
  if (!isNamed) return { kind: 'none' };
  const drop = [...(kind.drop ?? []), ...(isAuthor ? (kind.ofAuthor ?? []) : [])];
  const after = redact(item, { isAboutPerson: isOwn, drop });
  return isDeepStrictEqual(after, item) ? { kind: 'none' } : { kind: 'pseudonymise', after };
}

/** The changes that remove an item. Who waits for a broadcast is counted as what they are now. */
const removeErased = (tenant: TenantStore, item: StoredItem): Change[] =>
  item.type === 'broadcast-recipient'
    ? [removeItem(tenant, item), ...countLost(tenant, item as unknown as LostRecipient, 'removed')]
    : [remove(toKey(tenant, item))];

/**
 * Erases the person from the items of a group. Nothing happens to those that an earlier call has reached.
 * @returns what became of each item that was changed, or that names the person and stays
 */
export async function eraseGroup(
  tenant: TenantStore,
  keys: ReferenceGroup,
  identity: PersonIdentity,
  redactor: Redactor,
): Promise<readonly ItemOutcome[]> {
  const { outcomes } = await decideAndCommit(async () => {
    const found = (await tenant.getMany(keys, { consistent: true })).filter((item) => item !== undefined);
    const changes: Change[] = [];
    const gone: StoredItem[] = [];
    const outcomes: ItemOutcome[] = [];
    for (const item of found) {
      const type = item.type ?? 'counter';
      const add = (done: ItemOutcome['done']) =>
        outcomes.push({ type, done, place: `${item.pk} ${item.sk}` });
      const erasure = decideErasure(item, identity, redactor);
      if (erasure.kind === 'remove') {
        changes.push(...removeErased(tenant, item));
        gone.push(item);
        if (type === 'mailing-list-member') changes.push(changeSize(tenant, String(item.listId), -1));
        add('removed');
      } else if (erasure.kind === 'keep') {
        add('kept');
      } else if (erasure.kind !== 'none') {
        changes.push(...replaceItem(tenant, item, withNextVersion(erasure.after)));
        add(erasure.kind === 'withdraw' ? 'removed' : 'pseudonymised');
      }
    }
    return { changes: [...changes, ...(await countListed(tenant, gone))], outcomes };
  });
  return outcomes;
}
