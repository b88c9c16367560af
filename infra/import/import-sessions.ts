// Imports sessions that were read.
import { upsertSession } from '../../shared/legislature/sessions.ts';
import type { ImportRun } from './import-rows.ts';
import type { RowSource } from './read/row-source.ts';
import type { SessionDraft } from './read/sessions.ts';

/** Imports sessions one after the other: each takes the tenant's next number. */
export async function importSessions(run: ImportRun, reading: RowSource<SessionDraft>): Promise<void> {
  run.progress.begin('sessions', reading.total);
  for await (const row of reading.rows) {
    if ('record' in row) {
      const { outcome } = await upsertSession(run.tenant, row.record.content, run);
      run.report.count('sessions', outcome);
      run.report.leaveOut('sessions', row.row, row.leftOut);
    } else run.report.refuse('sessions', row.row, row.problems);
    run.progress.add(1);
  }
  run.progress.end();
}
