// A stored item of any type, with its place: what a merge moves.
import type { Key, TenantStore } from '../data/store.ts';

/** The key of an item. */
export interface Place {
  readonly pk: string;
  readonly sk: string;
}

/** A stored item of any type, with its place. */
export interface StoredItem extends Place {
  readonly type?: string;
  readonly [name: string]: unknown;
}

export type Attributes = Readonly<Record<string, unknown>>;

/** The address of an item that was read. */
export const toKey = (tenant: Pick<TenantStore, 'prefix' | 'key'>, { pk, sk }: Place): Key<StoredItem> =>
  tenant.key(pk.slice(tenant.prefix.length), sk);

export const toPlace = ({ pk, sk }: Place): Place => ({ pk, sk });
export const isSamePlace = (a: Place, b: Place): boolean => a.pk === b.pk && a.sk === b.sk;
