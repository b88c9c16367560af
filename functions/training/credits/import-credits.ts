// POST /api/v1/Credits/Import
import type * as z from 'zod';
import { recordId } from '../../../shared/directory/record-id.ts';
import { dayIn } from '../../../shared/directory/today.ts';
import type { Fault } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { performPart } from '../../../shared/http/part.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { creditPointerKey } from '../record/training-record.ts';
import { importCredits } from './contract.ts';
import { grantOf } from './grant.ts';
import { faultsOf, referredBy } from './references.ts';
import type { CreditImportResult } from './schemas.ts';
import { creditCreation } from './store.ts';

/** What became of a row that nothing is wrong with. */
interface Imported {
  readonly status: 'Granted' | 'AlreadyGranted';
}

type Result = z.input<typeof CreditImportResult>['results'][number];

const repeated = (externalId: string): Fault => ({
  code: 'DUPLICATE_VALUE',
  message: `The externalId ${externalId} stands in an earlier row already.`,
  target: 'externalId',
});

export const handler = lambda(importCredits, async (ctx) => {
  const { body, tenant, settings, caller, now } = ctx;
  const today = dayIn(settings.timeZone, now);
  const rows = body.rows.map((row) => ({
    ...row,
    id: recordId(tenant.code, 'credit:import', row.externalId),
  }));
  const found = await referredBy(tenant, rows);
  const isThere = async (id: string): Promise<boolean> =>
    (await tenant.get(creditPointerKey(tenant, id), { consistent: true })) !== undefined;
  const results: Result[] = [];
  for (const [at, row] of rows.entries()) {
    const { externalId, id } = row;
    const isRepeated = rows.findIndex((other) => other.id === id) < at;
    const day = { target: 'earnedDate', value: row.earnedDate, today } as const;
    const faults = [...(isRepeated ? [repeated(externalId)] : []), ...faultsOf(row, day, found)];
    if (faults.length > 0) {
      results.push({ row: at, externalId, status: 'Refused', faults });
      continue;
    }
    const outcome = await performPart<Imported>(importCredits, ctx, `row ${at}`, async () => {
      if (await isThere(id)) return ok({ status: 'AlreadyGranted' });
      const credit = grantOf({ ...row, source: 'import' }, found, caller.subject, now);
      return write(creditCreation(tenant, credit), ok({ status: 'Granted' }));
    });
    if (!outcome.isDone) throw outcome.refusal;
    results.push({ row: at, externalId, status: outcome.answer?.status ?? 'Granted', creditId: id });
  }
  const many = (status: Result['status']): number => results.filter((one) => one.status === status).length;
  return ok({
    granted: many('Granted'),
    alreadyGranted: many('AlreadyGranted'),
    refused: many('Refused'),
    results,
  });
});
