// The content of a printed certificate.
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { Language } from '../../../../shared/languages/languages.ts';
import { sumAmounts } from '../../../../shared/money/amount.ts';
import { defaultPaper, type Paper } from '../../../../shared/pdf/document.ts';
import type { CertificationItem } from '../../records/training-record/certification.ts';
import { verificationPath } from '../open-badge/paths.ts';

/** The texts of a certificate. */
export interface CertificateView {
  /** The tenant's name. */
  readonly issuer: string;
  readonly holder: string;
  readonly award: string;
  /**
   * Days as YYYY-MM-DD in the tenant's time zone; the last valid day is inclusive, and absent when it does not expire.
   */
  readonly awardedDate: string;
  readonly validFrom: string;
  readonly validThrough?: string | undefined;
  readonly certificateNumber: string;
  /** The address of the page that says whether it is valid. */
  readonly verificationUrl: string;
  readonly paper: Paper;
  /** English by default. */
  readonly language?: Language | undefined;
  /** The credits of all types that the award requires; 0 for none. */
  readonly credits?: number | undefined;
}

/**
 * @param url turns a path of area A into an address: a context's `url`, or `areaUrl('training', path)` in background
 * jobs
 */
export const buildCertificateView = (
  certification: CertificationItem,
  { id: tenantCode, name, timeZone }: Pick<TenantItem, 'id' | 'name' | 'timeZone'>,
  url: (path: string) => string,
  language: Language,
): CertificateView => ({
  issuer: name,
  holder: certification.personName,
  award: certification.awardName,
  awardedDate: certification.awardedDate,
  validFrom: certification.validFrom,
  validThrough: certification.validThrough,
  certificateNumber: certification.certificateNumber,
  verificationUrl: url(verificationPath(tenantCode, certification.certificateNumber)),
  paper: defaultPaper(timeZone),
  language,
  credits: sumAmounts(certification.rules.curriculum.minimumCredits.map(({ credits }) => credits)),
});
