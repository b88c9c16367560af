// DELETE /api/v1/people/{id}/Favorite

import { findOwner } from '../../../../shared/auth/access/owner.ts';
import { removeFavorite } from '../../../../shared/directory/lists/favorites.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { requirePerson } from '../write-person.ts';
import { unmarkFavorite } from './contract.ts';

export const handler = lambda(unmarkFavorite, async ({ tenant, caller, params }) => {
  const { id } = await requirePerson(tenant, params.id);
  return write([removeFavorite(tenant, findOwner(caller), id)], noContent());
});
