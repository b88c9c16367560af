// DELETE /api/v1/ReportedCredits/{id}/Evidence/{fileId}
import { notFound } from '../../../../shared/errors/failure.ts';
import { removeFile } from '../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { removeReportedCreditEvidence } from './contract.ts';
import { applyAction } from './reported-credit.ts';
import { identifyActor, replyWithReport, requireOwnReport } from './write-report.ts';

export const handler = lambda(removeReportedCreditEvidence, async (context) => {
  const { tenant, params } = context;
  const before = await requireOwnReport(context);
  const file = before.evidence.find(({ id }) => id === params.fileId);
  if (!file) throw notFound('file', params.fileId, 'fileId');
  const after = applyAction(before, 'evidenceRemoved', identifyActor(context), {
    evidence: before.evidence.filter(({ id }) => id !== params.fileId),
  });
  return replyWithReport(context, before, after, removeFile(tenant, file));
});
