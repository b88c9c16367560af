// The declarations that the administrative endpoints of area C share.
import * as z from 'zod';
import type { AccessRequirement } from '../../../shared/auth/permissions/access-requirement.ts';

/** For administrators of the platform only. */
export const platformAdministration = {
  permission: 'platform.admin',
  token: 'required',
  platform: true,
} as const satisfies AccessRequirement;

/** The code of a tenant: a lower-case slug; upper case is folded. */
export const TenantCodeText = z
  .string()
  .max(100)
  .regex(
    /^\s*[A-Za-z0-9][A-Za-z0-9-]{1,31}\s*$/,
    'a tenant code: 2 to 32 letters, digits and hyphens, such as demo',
  )
  .meta({ description: '2 to 32 letters, digits and hyphens; stored in lower case.', example: 'demo' });

/** Whether a text is a UUID, in any case. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The stored form of an id: a UUID in lower case (RFC 9562 4), any other id unchanged. */
export const foldId = (id: string): string =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.toLowerCase() : id;

/** The id of a user. */
export const UserId = z.uuid().overwrite(foldId);

/** A date and time in UTC, ISO 8601. */
export const Timestamp = z.iso.datetime().meta({ example: '2027-03-01T12:00:00.000Z' });
