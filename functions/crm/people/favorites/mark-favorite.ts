// PUT /api/v1/people/{id}/Favorite

import { findOwner } from '../../../../shared/auth/access/owner.ts';
import { listFavorites, MAX_FAVORITES, putFavorite } from '../../../../shared/directory/lists/favorites.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { requirePerson } from '../write-person.ts';
import { markFavorite } from './contract.ts';

export const handler = lambda(markFavorite, async ({ tenant, caller, params }) => {
  const owner = findOwner(caller);
  const [{ id }, favorites] = await Promise.all([
    requirePerson(tenant, params.id),
    listFavorites(tenant, owner),
  ]);
  if (!favorites.has(id) && favorites.size >= MAX_FAVORITES)
    throw conflict(`You have ${MAX_FAVORITES} favorites already; remove one first.`);
  return write([putFavorite(tenant, owner, id)], noContent());
});
