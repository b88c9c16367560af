// Certificates of one or more people as one PDF.

import { Failure } from '../../../shared/errors/failure.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import { getTenantLanguage } from '../../../shared/languages/languages.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { buildCertificateView } from '../credentials/certificate/certificate-view.ts';
import { renderCertificates } from '../credentials/certificate/render-certificates.ts';
import { loadDesign } from '../credentials/design/design.ts';
import type { CertificationItem } from '../records/training-record/certification.ts';
import { selectCurrentCertification } from '../records/training-record/certification-status.ts';
import { loadPersonRecord } from '../records/training-record/person-record.ts';
import type { ReportContext } from './definition/report.ts';
import type { ReportOutput } from './output.ts';
import { listName, resolvePeople } from './sources/people.ts';

/** The people whose certificates are requested, and the award; all awards without one. */
export interface CertificatesInput {
  readonly personIds: readonly string[];
  readonly awardId?: string | undefined;
}

/** The certifications of which certificates are printed. */
export interface PrintableCertificates {
  readonly subject: string | undefined;
  readonly certifications: readonly CertificationItem[];
}

/** How many records are read at once. */
const recordsPerBatch = 25;

/** The certification of each award that decides the person's status. No certificate is printed of a revoked one. */
function selectPrintable(certifications: readonly CertificationItem[], today: string): CertificationItem[] {
  const byAward = Map.groupBy(certifications, ({ awardId }) => awardId);
  return [...byAward.values()].flatMap((ofAward) => {
    const telling = selectCurrentCertification(
      ofAward.filter(({ revokedDate }) => revokedDate === undefined),
      today,
    );
    return telling ? [telling] : [];
  });
}

/**
 * Finds the certifications of some people, ordered by name and award. One query for each person.
 * @throws Failure 400 when a person does not exist
 * @throws Failure 404 when none of the people has one
 */
export async function requireCertificates(
  { tenant, settings, asOf }: ReportContext,
  { personIds, awardId }: CertificatesInput,
): Promise<PrintableCertificates> {
  const people = [...(await resolvePeople(tenant, personIds))].sort((a, b) =>
    listName(a) < listName(b) ? -1 : 1,
  );
  const today = toLocalDate(settings.timeZone, asOf);
  const certifications: CertificationItem[] = [];
  for (let from = 0; from < people.length; from += recordsPerBatch) {
    const records = await Promise.all(
      people.slice(from, from + recordsPerBatch).map(({ id }) => loadPersonRecord(tenant, id)),
    );
    for (const record of records)
      certifications.push(
        ...selectPrintable(
          record.certifications.filter(
            (certification) => awardId === undefined || certification.awardId === awardId,
          ),
          today,
        ).sort((a, b) => (a.awardName < b.awardName ? -1 : 1)),
      );
  }
  const only = people.length === 1 ? people[0] : undefined;
  if (certifications.length === 0) {
    const what = awardId === undefined ? 'a certification' : 'this certification';
    const message = `${only ? `${listName(only)} does not hold` : 'None of these people holds'} ${what}.`;
    throw new Failure('RESOURCE_NOT_FOUND', message);
  }
  return { subject: only ? listName(only) : `${people.length} people`, certifications };
}

/** Reads the input from the parameters of a job. */
export function readCertificatesInput(parameters: Readonly<Record<string, unknown>>): CertificatesInput {
  const { personIds, awardId } = parameters;
  return {
    personIds: Array.isArray(personIds) ? personIds.map(String) : [],
    ...(typeof awardId === 'string' && { awardId }),
  };
}

/** Prints the certificates as one PDF, one page each. */
export async function printCertificates(
  { tenant, settings }: ReportContext,
  { certifications }: PrintableCertificates,
): Promise<ReportOutput> {
  const url = (path: string): string => areaUrl('training', path);
  const issuer = { id: tenant.code, name: settings.name, timeZone: settings.timeZone };
  const language = getTenantLanguage(settings);
  const views = certifications.map((certification) =>
    buildCertificateView(certification, issuer, url, language),
  );
  return { bytes: await renderCertificates(views, await loadDesign(tenant)), rows: views.length };
}
