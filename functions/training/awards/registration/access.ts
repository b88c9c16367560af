// Where the endpoints of registrations for awards are, and who may call them.
import * as z from 'zod';

export const reference = z.guid().toLowerCase();

export const shared = { area: 'training', tags: ['Award registrations'] } as const;
export const byId = z.object({ id: reference.meta({ description: 'The id of the registration.' }) });
export const ownReadAccess = {
  permission: 'own',
  others: 'training.credits.read',
  token: 'required',
} as const;
