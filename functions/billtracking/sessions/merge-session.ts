// POST /api/1.0/session/{id}/merge
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  conflict,
  type ErrorDetail,
  Failure,
  notFound,
  throwIfInvalid,
} from '../../../shared/errors/failure.ts';
import { ifUnchanged } from '../../../shared/http/etag.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { billNumberKey } from '../../../shared/legislature/bill-number.ts';
import type { Session } from '../../../shared/legislature/sessions/session.ts';
import {
  buildNameChanges,
  isBuiltIn,
  markMerge,
  mergeOfSession,
} from '../../../shared/legislature/sessions/session-merge.ts';
import { sessionById, storedSessionById } from '../../../shared/legislature/sessions/sessions.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import { billList } from '../bills/record/bill-row.ts';
import { listRows } from '../bills/record/store.ts';
import { pickMap } from '../capitol-reports/legislation-days/map-input.ts';
import { legislationDaysBySession } from '../capitol-reports/legislation-days/store.ts';
import { successReply } from '../envelopes.ts';
import { unknownValue } from '../unknown-value.ts';
import { mergeSession } from './contract.ts';

/** How many bills a refusal lists. */
const MAX_LISTED = 100;

/** The bills that the tenant tracks, or has archived, in both sessions. Two lists. */
async function findTrackedTwice(tenant: TenantStore, from: Session, into: Session): Promise<ErrorDetail[]> {
  const lists = await Promise.all(
    (['tracked', 'archived'] as const).map((kind) => listRows(billList(tenant, kind), tenant)),
  );
  const rows = lists.flat();
  const byNumber = new Map(
    rows
      .filter(({ sessionId }) => sessionId === into.id)
      .map((row) => [billNumberKey(row.billNumber, row.stateId), row] as const),
  );
  return rows
    .filter(({ sessionId }) => sessionId === from.id)
    .flatMap(({ id, billNumber, stateId, trackingStatus }): ErrorDetail[] => {
      const other = byNumber.get(billNumberKey(billNumber, stateId));
      if (!other) return [];
      const message = `${billNumber} is tracked in both sessions: ${id} (${trackingStatus}) and ${other.id} (${other.trackingStatus}). Set one of them to NOT_TRACKED; the other one stays.`;
      return [{ code: 'NOT_ALLOWED', message, target: 'sessionId' }];
    });
}

/** @throws Failure 409 when the merge would lose something that the tenant entered */
async function assertMergeable(tenant: TenantStore, from: Session, into: Session): Promise<void> {
  const [details, days, otherDays] = await Promise.all([
    findTrackedTwice(tenant, from, into),
    legislationDaysBySession(tenant, from.id, { consistent: true }),
    legislationDaysBySession(tenant, into.id, { consistent: true }),
  ]);
  if (details.length > 0)
    throw new Failure(
      'CONFLICT',
      details.length === 1
        ? 'A bill is tracked in both sessions (see details).'
        : `${details.length} bills are tracked in both sessions (see ${details.length > MAX_LISTED ? `the first ${MAX_LISTED} in ` : ''}details).`,
      { target: 'sessionId', details: details.slice(0, MAX_LISTED) },
    );
  if (days && otherDays && contentHash(pickMap(days)) !== contentHash(pickMap(otherDays)))
    throw conflict(
      `Both sessions have legislation days, and they differ: save those that are right for both ${from.id} and ${into.id} first.`,
      'sessionId',
    );
}

export const handler = lambda(mergeSession, async ({ params, body, tenant, ifMatch, ...context }) => {
  const [stored, from, merge] = await Promise.all([
    storedSessionById(tenant, params.id, { consistent: true }),
    sessionById(tenant, body.sessionId, { consistent: true }),
    mergeOfSession(tenant, body.sessionId),
  ]);
  if (!stored) throw notFound('session', String(params.id));
  ifUnchanged(stored.version, ifMatch);
  const into = stored.session;
  if (!from) throw notFound('session', String(body.sessionId), 'sessionId');
  if (merge?.status === 'done') {
    if (from.id === into.id)
      return successReply(
        { session: into, mergedSessionId: body.sessionId, status: 'UNCHANGED' as const },
        `The session ${body.sessionId} was merged into ${into.name} before.`,
      );
    throw conflict(
      `The session ${body.sessionId} was merged into ${from.id} (${from.name}) before.`,
      'sessionId',
    );
  }
  throwIfInvalid([
    ...(from.id === into.id
      ? [unknownValue('sessionId', `sessionId must be another session than ${into.id}.`)]
      : []),
    ...(from.stateId === into.stateId
      ? []
      : [
          unknownValue(
            'sessionId',
            `sessionId must be a session of the state ${into.stateId}, as ${into.name} is, but ${from.id} is one of ${from.stateId}.`,
          ),
        ]),
  ]);
  if (isBuiltIn(from))
    throw conflict(
      `${from.name} (${from.id}) is a built-in session and stays${isBuiltIn(into) ? '.' : `: merge ${into.id} into it instead.`}`,
      'sessionId',
    );
  if (merge && merge.into !== into.id)
    throw conflict(`The session ${from.id} is being merged into ${merge.into}.`, 'sessionId');
  const opposite = await mergeOfSession(tenant, into.id);
  if (opposite?.status === 'running')
    throw conflict(`The session ${into.id} is itself being merged into ${opposite.into}.`, 'id');
  await assertMergeable(tenant, from, into);
  const audit = auditRecordChange(
    tenant,
    {
      recordType: 'Session',
      recordId: String(from.id),
      before: { ...from },
      after: { ...from, mergedInto: into.id },
    },
    context,
  );
  return write(
    [
      ...(await buildNameChanges(tenant, from, into)),
      markMerge(tenant, from.id, into.id, context.newId()),
      ...(merge ? [] : [audit]),
    ],
    successReply(
      {
        session: into,
        mergedSessionId: from.id,
        status: merge ? ('CONTINUED' as const) : ('STARTED' as const),
      },
      `The session ${from.name} is being merged into ${into.name}.`,
    ),
  );
});
