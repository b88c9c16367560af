// A report of credits of a demo tenant that waits for a decision, with a file of evidence.
import { buildReport } from '../../../../functions/training/records/reported-credits/reported-credit.ts';
import { putReport } from '../../../../functions/training/records/reported-credits/store.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { prepareFile } from '../../../../shared/files/stored-file.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { demoId } from '../steps/references.ts';

/** The smallest PDF: one empty page. */
const certificate = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
trailer<</Root 1 0 R>>
%%EOF`,
);

/** Reports credits, and returns the values that examples name. */
export async function seedReportedCredit(tenant: TenantStore, now: Date): Promise<Record<string, string>> {
  const id = demoId(tenant.code, 'reportedCredit:hiro webinar');
  const fileId = demoId(tenant.code, 'file:hiro webinar certificate');
  const personId = demoId(tenant.code, 'person:hiro');
  const person = await personById(tenant, personId);
  if (!person) return {};
  const { file, chunks, changes } = await prepareFile(
    tenant,
    { id: fileId, name: 'certificate.pdf', contentType: 'application/pdf', bytes: certificate },
    now,
  );
  const report = buildReport(
    {
      ...{ id, personId, personName: displayName(person), organizationId: person.organizationId },
      creditTypeId: demoId(tenant.code, 'creditType:general'),
      creditTypeName: 'General',
      credits: 3,
      earnedDate: addDays(now.toISOString().slice(0, 10), -20),
      activity: 'Webinar on public records requests',
      provider: 'Institute of Local Government',
    },
    { by: 'system', now },
  );
  const { sha256, linkSecret, size, name, contentType } = file;
  const evidence = [
    {
      id: fileId,
      name,
      contentType,
      size,
      sha256,
      linkSecret,
      chunks: file.chunks,
      addedDate: report.createdDate,
    },
  ];
  await commit([...chunks, ...changes, ...putReport(tenant, undefined, { ...report, evidence })]);
  return { reportedCreditId: id, evidenceFileId: fileId };
}
