// The people whom a caller has marked as favorites.
import { type Change, put, remove } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';

/** A person whom somebody has marked. It is stored with the person, and listed by whom it belongs to. */
interface FavoriteItem {
  readonly type: 'favorite-person';
  readonly personId: string;
  /** Whose it is, see findOwner. */
  readonly owner: string;
}

/** The most favorites of one caller. */
export const MAX_FAVORITES = 500;

const favoriteKey = (tenant: TenantStore, owner: string, personId: string): Key<FavoriteItem> =>
  tenant.key(`PERSON#${personId}`, `FAVORITE#${owner}`);

/** The ids of the people whom somebody has marked. One query. */
export async function listFavorites(tenant: TenantStore, owner: string): Promise<ReadonlySet<string>> {
  const items = await tenant.queryAll(tenant.listing<FavoriteItem>(`FAVORITES-OF#${owner}`));
  return new Set(items.map(({ personId }) => personId));
}

/** Whether somebody has marked a person. One read. */
export const isFavorite = async (tenant: TenantStore, owner: string, personId: string): Promise<boolean> =>
  (await tenant.get(favoriteKey(tenant, owner, personId))) !== undefined;

export const putFavorite = (tenant: TenantStore, owner: string, personId: string): Change =>
  put(
    favoriteKey(tenant, owner, personId),
    { type: 'favorite-person', personId, owner },
    { listed: { listing: tenant.listing(`FAVORITES-OF#${owner}`), sort: personId } },
  );

export const removeFavorite = (tenant: TenantStore, owner: string, personId: string): Change =>
  remove(favoriteKey(tenant, owner, personId));
