// POST /api/v1/Credits/Import
import type * as z from 'zod';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { openParts } from '../../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { findSentText } from '../../../../shared/http/rows.ts';
import { isDryRun } from '../../../../shared/http/validate-only.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { parseOverride } from '../certifications/awarding/override.ts';
import { buildGrantedCredit } from '../granted-credits/grant.ts';
import { applyRetakeRule } from '../granted-credits/retake.ts';
import { insertCredit } from '../granted-credits/store.ts';
import { loadCreditReferences, validateRecordInput } from '../training-record/references.ts';
import { type CreditItem, creditKey, creditPointerKey } from '../training-record/training-record.ts';
import { importCredits } from './contract.ts';
import type { CreditImportResult } from './schemas.ts';

/** The outcome of a row that could be read. */
type RowOutcome =
  | { readonly status: 'Granted' | 'AlreadyGranted' | 'Pending' }
  | { readonly status: 'Refused'; readonly faults: readonly ErrorDetail[] };

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

/** The result of a row; credits that a dry run would grant have no id. */
const presentResult = (
  row: number,
  { id, externalId }: { readonly id?: string | undefined; readonly externalId?: string | undefined },
  outcome: RowOutcome,
  isTrial: boolean,
): RowResult => ({
  row,
  externalId,
  status: outcome.status,
  ...(outcome.status === 'Refused'
    ? { faults: outcome.faults.map((fault) => ({ ...fault })) }
    : (outcome.status === 'AlreadyGranted' || (outcome.status === 'Granted' && !isTrial)) && {
        creditId: id,
      }),
});

export const handler = lambda(importCredits, async (ctx) => {
  const { body, tenant, settings, caller, now, request } = ctx;
  const today = toLocalDate(settings.timeZone, now);
  const rows = body.rows.map((readRow, index) => {
    const row = readRow(`rows[${index}]`);
    if (!row.isValid) return { ...row, externalId: findSentText(row.sent, 'externalId') };
    const { externalId } = row.value;
    return { ...row, externalId, id: recordId(tenant.code, 'credit:import', externalId) };
  });
  const [references] = await Promise.all([
    loadCreditReferences(
      tenant,
      rows.flatMap((row) => (row.isValid ? [row.value] : [])),
    ),
    requireActiveCaller(ctx),
  ]);
  const findCredit = async (id: string): Promise<CreditItem | undefined> => {
    const pointer = await tenant.get(creditPointerKey(tenant, id), { consistent: true });
    return pointer && tenant.get(creditKey(tenant, pointer.personId, id), { consistent: true });
  };
  const isTrial = isDryRun(request);
  const parts = await openParts(importCredits, ctx);
  // What earlier rows of a dry run would have granted.
  const assumed: CreditItem[] = [];
  const seenIds = new Set<string>();
  const decideRow = async (row: (typeof rows)[number], index: number): Promise<RowOutcome> => {
    if (!row.isValid) return { status: 'Refused', faults: row.refusal.details };
    const { id, externalId, value } = row;
    const isRepeated = seenIds.has(id);
    seenIds.add(id);
    const day = { target: 'earnedDate', value: value.earnedDate, today } as const;
    const faults = [
      ...(isRepeated ? [duplicateRow(externalId)] : []),
      ...validateRecordInput(value, day, references),
    ];
    if (faults.length > 0) return { status: 'Refused', faults };
    const outcome = await parts.perform<RowOutcome>(`row ${index}`, async () => {
      const credit = buildGrantedCredit({ ...value, id, source: 'import' }, references, caller.subject, now);
      const existing = await findCredit(id);
      if (existing) return ok(compareWithExisting(externalId, credit, existing));
      const override = parseOverride(caller, value, now)?.reason;
      const course = references.courses.get(value.courseId ?? '');
      const taking = await applyRetakeRule(tenant, [credit], course, { override, assumed });
      if (isTrial) assumed.push(credit);
      return write(
        [...taking.credits.flatMap((granted) => insertCredit(tenant, granted)), ...taking.claim],
        ok({ status: 'Granted' }),
      );
    });
    if (outcome.state === 'done') return outcome.answer;
    if (outcome.state === 'pending') return { status: 'Pending' };
    const { refusal } = outcome;
    // A row without a permission is refused with the whole request.
    if (refusal.details.length === 0) throw refusal;
    return { status: 'Refused', faults: refusal.details };
  };
  const results: RowResult[] = [];
  for (const [index, row] of rows.entries())
    results.push(presentResult(index, row, await decideRow(row, index), isTrial));
  const countByStatus = (status: RowResult['status']): number =>
    results.filter((result) => result.status === status).length;
  return ok({
    granted: countByStatus('Granted'),
    alreadyGranted: countByStatus('AlreadyGranted'),
    refused: countByStatus('Refused'),
    pending: countByStatus('Pending'),
    results,
  });
});
