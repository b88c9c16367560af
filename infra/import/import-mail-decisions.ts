// Imports opt-outs, bounces, complaints and consents of a former mail system.
import type { MailDecisionDraft } from '../../shared/import/mail-decision-row.ts';
import { type Row, UnreadableSource } from '../../shared/import/rows/row-source.ts';
import { createMailDecisionWriter } from '../../shared/import/save-mail-decisions.ts';
import type { ImportRun } from './import-rows.ts';
import { readMailDecisions } from './read/mail-decisions.ts';

const BATCH_SIZE = 1000;

/** Imports a file or folder of decisions about mail. */
export async function importMailDecisions(run: ImportRun): Promise<void> {
  const { tenant, now, dryRun, progress, report } = run;
  const reading = await readMailDecisions(run.path, run.read, now);
  if (reading.total === 0) throw new UnreadableSource(`"${run.path}" contains no decisions about mail.`);
  run.remark(reading.remarks);
  progress.begin('mail-decisions', reading.total);
  const writeRows = await createMailDecisionWriter(tenant);
  const flush = async (rows: readonly Row<MailDecisionDraft>[]): Promise<void> => {
    for (const result of await writeRows(rows, { now, dryRun, onProgress: progress.add }))
      if ('problems' in result) report.refuse('mail-decisions', result.row, result.problems);
      else {
        report.count('mail-decisions', result.outcome);
        report.leaveOut('mail-decisions', result.row, result.leftOut);
      }
  };
  let batch: Row<MailDecisionDraft>[] = [];
  for await (const row of reading.rows) {
    batch.push(row);
    if (batch.length < BATCH_SIZE) continue;
    await flush(batch);
    batch = [];
  }
  await flush(batch);
  progress.end();
}
