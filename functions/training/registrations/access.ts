// Where the endpoints of registrations for classes are, and who may call them.
import * as z from 'zod';
import { reference } from './registration-requests.ts';

export const shared = { area: 'training', tags: ['Registration'] } as const;
export const path = '/api/v1/registration/ClassRegistration';
export const byId = z.object({ id: reference.meta({ description: 'The id of the registration.' }) });

export const ownReadAccess = {
  permission: 'own',
  others: 'training.registrations.read',
  token: 'required',
} as const;
export const ownWriteAccess = {
  permission: 'own',
  others: 'training.registrations.write',
  token: 'tenant',
} as const;
