// Favorite people of a caller (docs/interface/crm.md#favorites).
import * as z from 'zod';
import { MAX_FAVORITES } from '../../../../shared/directory/lists/favorites.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const shared = {
  area: 'crm',
  tags: ['People'],
  path: '/api/v1/people/{id}/Favorite',
  access: { permission: 'crm.people.read', token: 'required' },
  params: z.object({ id: z.guid().meta({ description: 'The id of the person.' }) }),
  ifMatch: 'ignored',
  example: { params: { id: '{{personId}}' } },
} as const;

export const markFavorite = endpoint({
  ...shared,
  method: 'PUT',
  summary: 'Mark a person as a favorite',
  description: `For the caller alone. Somebody may have ${MAX_FAVORITES} favorites; NewPeoplePagingList lists them with onlyFavorite.`,
  responses: { 204: { description: 'The person is a favorite.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
  budget: { roundTrips: 4, readUnits: 15, writeUnits: 6 },
});

export const unmarkFavorite = endpoint({
  ...shared,
  method: 'DELETE',
  summary: 'Remove a person from the favorites',
  responses: { 204: { description: 'The person is no favorite.', body: null } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 4, readUnits: 4, writeUnits: 4 },
});
