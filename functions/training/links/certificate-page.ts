// What the page says on which a person gets their certificate.
import { ERASED_NAME } from '../../../shared/data/erased-ids.ts';
import { type PageContent, renderFacts } from '../../../shared/pages/page.ts';
import { defaultPaper } from '../../../shared/pdf/document.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { computeVerificationStatus } from '../credentials/verification.ts';
import { type CertificationItem, certificationById } from '../records/training-record/certification.ts';
import { formatDay } from '../time/format-day.ts';
import type { OpenLink } from './open-link.ts';

/** The certification of a link; undefined when it is not that of its person. Two reads. */
export async function loadLinkedCertification({
  tenant,
  claims,
  person,
}: OpenLink): Promise<CertificationItem | undefined> {
  const certification = await certificationById(tenant, claims.recordId);
  return certification?.personId === person.id && certification.personName !== ERASED_NAME
    ? certification
    : undefined;
}

/** The content of the page. @param url of the document */
export function describeCertificate(
  { settings, now }: OpenLink,
  certification: CertificationItem,
  url: string,
): PageContent {
  const { awardName, awardedDate, validThrough, revokedDate, certificateNumber } = certification;
  const paper = defaultPaper(settings.timeZone);
  const format = (day: string | undefined) => day && formatDay(day, paper);
  const details = renderFacts([
    ['Holder', certification.personName],
    ['Awarded', format(awardedDate)],
    ['Valid through', format(validThrough) ?? 'It does not expire'],
    ['Revoked', format(revokedDate)],
    ['Certificate no.', certificateNumber],
  ]);
  const status = computeVerificationStatus(certification, toLocalDate(settings.timeZone, now));
  if (status === 'Revoked')
    return {
      title: 'This certificate was revoked',
      text: `${awardName} is no longer yours, so there is no certificate to download.`,
      details,
    };
  return {
    title: awardName,
    text:
      status === 'Expired'
        ? 'This certification has expired. Its certificate still shows the days on which it was valid.'
        : 'Here is your certificate. Anyone can verify it by its number or its QR code.',
    details,
    link: { text: 'Download the certificate (PDF)', url },
  };
}
