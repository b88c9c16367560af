// The common parts of what changes a report: load it, check the caller, write it with its audit and notifications.
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { assertMayActFor } from '../../../../shared/auth/access/person-access.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { auditReport, type PresentContext, presentReport } from './present.ts';
import { assertNotOwnReport, type ReportActor, type ReportedCreditItem } from './reported-credit.ts';
import { putReport, requireReport } from './store.ts';

/** What a change of a report needs of the request. */
export interface ReportContext extends PresentContext {
  readonly params: { readonly id: string };
  readonly caller: Caller;
  readonly now: Date;
  readonly newId: () => string;
  readonly ifMatch: IfMatch | undefined;
}

/** Who acts. */
export const identifyActor = (
  { caller, now }: Pick<ReportContext, 'caller' | 'now'>,
  reason?: string,
): ReportActor => ({
  by: caller.subject,
  byName: caller.kind === 'anonymous' ? undefined : caller.name,
  reason,
  now,
});

/**
 * The report, for the person and for the office.
 * @throws Failure 404; 403
 */
export async function requireOwnReport({
  tenant,
  params,
  caller,
}: ReportContext): Promise<ReportedCreditItem> {
  const report = await requireReport(tenant, params.id);
  assertMayActFor(caller, report.personId, 'training.credits.write');
  return report;
}

/**
 * The report, for a decision about it.
 * @throws Failure 404; 403 for the person's own, and for a caller who left
 */
export async function requireReportToDecide(
  context: ReportContext & Parameters<typeof requireActiveCaller>[0],
): Promise<ReportedCreditItem> {
  const { tenant, params, caller } = context;
  const [report] = await Promise.all([requireReport(tenant, params.id), requireActiveCaller(context)]);
  if (caller.kind !== 'anonymous') assertNotOwnReport(caller, report);
  return report;
}

/** The changes of a report: the report and its audit. */
export const buildReportChanges = (
  context: Omit<ReportContext, 'params'>,
  before: ReportedCreditItem | undefined,
  after: ReportedCreditItem,
): Change[] => [
  ...putReport(context.tenant, before, after, context.ifMatch),
  auditRecordChange(
    context.tenant,
    {
      recordType: 'ReportedCredit',
      recordId: after.id,
      before: before && auditReport(before),
      after: auditReport(after),
    },
    context,
  ),
];

/** Writes a report after an action, and replies with it. */
export function replyWithReport(
  context: ReportContext,
  before: ReportedCreditItem,
  after: ReportedCreditItem,
  more: readonly Change[] = [],
) {
  return write(
    [...buildReportChanges(context, before, after), ...more],
    ok(presentReport(after, context), { version: after.version }),
  );
}
