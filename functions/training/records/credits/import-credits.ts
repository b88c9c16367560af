// POST /api/v1/Credits/Import
import type * as z from 'zod';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { recordId } from '../../../../shared/directory/record-id.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { performPart } from '../../../../shared/http/perform-part.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { loadCreditReferences, validateRecordInput } from '../training-record/references.ts';
import { type CreditItem, creditKey, creditPointerKey } from '../training-record/training-record.ts';
import { importCredits } from './contract.ts';
import { buildGrantedCredit } from './grant.ts';
import type { CreditImportResult } from './schemas.ts';
import { insertCredit } from './store.ts';

/** The outcome of a valid row. */
type RowOutcome =
  | { readonly status: 'Granted' | 'AlreadyGranted' }
  | { readonly status: 'Refused'; readonly faults: ErrorDetail[] };

type RowResult = z.input<typeof CreditImportResult>['results'][number];

const duplicateRow = (externalId: string): ErrorDetail => ({
  code: 'DUPLICATE_VALUE',
  message: `The externalId ${externalId} is already used by an earlier row.`,
  target: 'externalId',
});

const comparedFields = ['personId', 'creditTypeId', 'credits', 'earnedDate'] as const;

/** The outcome of a row whose externalId is already granted: the same credits, or a contradiction. */
function compareWithExisting(externalId: string, row: CreditItem, existing: CreditItem): RowOutcome {
  const differences = comparedFields.filter((name) => row[name] !== existing[name]);
  if (differences.length === 0) return { status: 'AlreadyGranted' };
  const values = differences.map((name) => `${name} ${existing[name]}, not ${row[name]}`).join('; ');
  return {
    status: 'Refused',
    faults: [
      {
        code: 'DUPLICATE_VALUE',
        message: `The externalId ${externalId} was already granted with ${values}; void that credit and import this row with another externalId.`,
        target: 'externalId',
      },
    ],
  };
}

export const handler = lambda(importCredits, async (ctx) => {
  const { body, tenant, settings, caller, now } = ctx;
  const today = toLocalDate(settings.timeZone, now);
  const rows = body.rows.map((row) => ({
    ...row,
    id: recordId(tenant.code, 'credit:import', row.externalId),
  }));
  const references = await loadCreditReferences(tenant, rows);
  const findCredit = async (id: string): Promise<CreditItem | undefined> => {
    const pointer = await tenant.get(creditPointerKey(tenant, id), { consistent: true });
    return pointer && tenant.get(creditKey(tenant, pointer.personId, id), { consistent: true });
  };
  const results: RowResult[] = [];
  for (const [index, row] of rows.entries()) {
    const { externalId, id } = row;
    const isRepeated = rows.findIndex((other) => other.id === id) < index;
    const day = { target: 'earnedDate', value: row.earnedDate, today } as const;
    const faults = [
      ...(isRepeated ? [duplicateRow(externalId)] : []),
      ...validateRecordInput(row, day, references),
    ];
    if (faults.length > 0) {
      results.push({ row: index, externalId, status: 'Refused', faults });
      continue;
    }
    const outcome = await performPart<RowOutcome>(importCredits, ctx, `row ${index}`, async () => {
      const credit = buildGrantedCredit({ ...row, source: 'import' }, references, caller.subject, now);
      const existing = await findCredit(id);
      if (existing) return ok(compareWithExisting(externalId, credit, existing));
      return write(insertCredit(tenant, credit), ok({ status: 'Granted' }));
    });
    if (!outcome.isDone) throw outcome.refusal;
    const answer = outcome.answer ?? { status: 'Granted' };
    results.push({ row: index, externalId, ...answer, ...(answer.status !== 'Refused' && { creditId: id }) });
  }
  const countByStatus = (status: RowResult['status']): number =>
    results.filter((result) => result.status === status).length;
  return ok({
    granted: countByStatus('Granted'),
    alreadyGranted: countByStatus('AlreadyGranted'),
    refused: countByStatus('Refused'),
    results,
  });
});
