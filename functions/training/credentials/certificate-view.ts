// What a certificate says of a certification.
import type { TenantItem } from '../../../shared/auth/records.ts';
import { paperOf } from '../../../shared/pdf/document.ts';
import type { CertificationItem } from '../record/certification.ts';
import { verificationPath } from './addresses.ts';
import type { CertificateView } from './certificate-pdf.ts';

/** @param url makes a path of area A an address: a context's `url`, or `areaUrl('training', path)` in the background */
export const certificateView = (
  certification: CertificationItem,
  { id: tenantCode, name, timeZone }: Pick<TenantItem, 'id' | 'name' | 'timeZone'>,
  url: (path: string) => string,
): CertificateView => ({
  issuer: name,
  holder: certification.personName,
  award: certification.awardName,
  awardedDate: certification.awardedDate,
  validFrom: certification.validFrom,
  validThrough: certification.validThrough,
  certificateNumber: certification.certificateNumber,
  verificationUrl: url(verificationPath(tenantCode, certification.certificateNumber)),
  paper: paperOf(timeZone),
});
