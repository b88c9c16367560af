// Presents licenses.

import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { isLicenseExpired, type LicenseItem } from './license.ts';

/** A license as the audit has it. */
export const auditLicense = (license: LicenseItem) =>
  pick(license, [
    ...(['personId', 'board', 'jurisdiction', 'profession', 'number'] as const),
    ...(['issuedDate', 'expiryDate', 'status'] as const),
  ]);

/** A license in a response, on a day of the tenant. */
export const presentLicense = (
  license: LicenseItem,
  { settings, now }: { readonly settings: { readonly timeZone: string }; readonly now: Date },
) => ({
  id: license.id,
  ...auditLicense(license),
  isExpired: isLicenseExpired(license, toLocalDate(settings.timeZone, now)),
  ...pick(license, ['createdDate', 'modifiedDate']),
});
