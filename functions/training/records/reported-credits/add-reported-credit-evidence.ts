// POST /api/v1/ReportedCredits/{id}/Evidence
import { conflict } from '../../../../shared/errors/failure.ts';
import { nameFile, readFileType } from '../../../../shared/files/checked-file.ts';
import { prepareFile } from '../../../../shared/files/stored-file.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { addReportedCreditEvidence } from './contract.ts';
import { applyAction, hasRoomForEvidence, maxEvidenceFiles } from './reported-credit.ts';
import { identifyActor, replyWithReport, requireOwnReport } from './write-report.ts';

export const handler = lambda(addReportedCreditEvidence, async (context) => {
  const { body, tenant, now, receivedAt, newId } = context;
  const contentType = readFileType(body.content);
  const [before] = await Promise.all([requireOwnReport(context), requireActiveCaller(context)]);
  if (!hasRoomForEvidence(before.evidence.length))
    throw conflict(`A report has at most ${maxEvidenceFiles} files; remove one of them first.`);
  const name = nameFile(body.name, contentType);
  const { file, chunks, changes } = await prepareFile(
    tenant,
    { id: newId(), name, contentType, bytes: body.content },
    receivedAt,
  );
  const { id, sha256, linkSecret, size } = file;
  const added = {
    ...{ id, name, contentType, size, sha256, linkSecret },
    chunks: file.chunks,
    addedDate: now.toISOString(),
  };
  const after = applyAction(before, 'evidenceAdded', identifyActor(context), {
    evidence: [...before.evidence, added],
  });
  return replyWithReport(context, before, after, [...chunks, ...changes]);
});
