// Imports sessions that were read.

import type { SessionDraft } from '../../functions/billtracking/sources/read/sessions.ts';
import type { Row, RowSource } from '../../shared/import/rows/row-source.ts';
import { getSessionName, upsertSession } from '../../shared/legislature/sessions/sessions.ts';
import type { ImportRun } from './import-rows.ts';

/** Imports sessions one after the other: each takes the tenant's next number. */
export async function importSessions(run: ImportRun, reading: RowSource<SessionDraft>): Promise<void> {
  run.progress.begin('sessions', reading.total);
  const rows: Row<SessionDraft>[] = [];
  for await (const row of reading.rows) rows.push(row);
  // What one list gives as two sessions are two.
  const others = new Set(
    rows.flatMap((row) => ('record' in row ? [getSessionName(row.record.content)] : [])),
  );
  for (const row of rows) {
    if ('record' in row) {
      const { outcome } = await upsertSession(run.tenant, row.record.content, { ...run, others });
      run.report.count('sessions', outcome);
      run.report.leaveOut('sessions', row.row, row.leftOut);
    } else run.report.refuse('sessions', row.row, row.problems);
    run.progress.add(1);
  }
  run.progress.end();
}
