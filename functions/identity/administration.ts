// What every administrative operation of area C declares alike: who may call it, and the values they share.
import * as z from 'zod';
import type { Access } from '../../shared/http/endpoint.ts';

/** Only those who administer the platform. */
export const platformAdministration = {
  permission: 'platform.admin',
  token: 'required',
  platform: true,
} as const satisfies Access;

/** The code of a tenant: a lower-case slug; upper case is folded. */
export const TenantCodeText = z
  .string()
  .max(100)
  .regex(
    /^\s*[A-Za-z0-9][A-Za-z0-9-]{1,31}\s*$/,
    'a tenant code: 2 to 32 letters, digits and hyphens, such as demo',
  )
  .meta({ description: 'Letters, digits and hyphens, 2 to 32; kept in lower case.', example: 'demo' });

/** A date and time in UTC, ISO 8601. */
export const Moment = z.iso.datetime().meta({ example: '2027-03-01T12:00:00.000Z' });
