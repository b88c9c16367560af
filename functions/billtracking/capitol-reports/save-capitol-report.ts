// POST /api/1.0/CapitolReport/save-report/{stateId}
import { allValid, type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { toAuthor } from '../caller.ts';
import { successReply } from '../envelopes.ts';
import { unknownValue } from '../unknown-value.ts';
import { derivePeriod, getSessionDay, validatePeriod, validateSessionDates } from './content/period.ts';
import { findReportType, reportTypeList } from './content/report-types.ts';
import { saveCapitolReport } from './contract.ts';
import { buildSnapshot } from './kinds/build-snapshot.ts';
import { withMappedEnd } from './legislation-days/mapped-end.ts';
import { findSession } from './legislation-days/resolve-session.ts';
import { loadReportSource } from './load-report-source.ts';
import { presentReport } from './present.ts';
import { insertReport } from './store.ts';

const unknownReportType = (code: number): ErrorDetail =>
  unknownValue('reportType', `reportType must be one of ${reportTypeList}, but was ${code}.`);

export const handler = lambda(
  saveCapitolReport,
  async ({ params, body, tenant, settings, caller, now, newId, url }) => {
    const { sessionId, title } = body;
    const ids = [{ target: 'sessionId', id: sessionId }];
    const type = findReportType(body.reportType);
    const on = type && getSessionDay(type, body);
    const [{ state, session: named, today }] = await allValid([
      findSession(tenant, params.stateId, { ids, date: on }, now),
      (async () => throwIfInvalid(type === undefined ? [unknownReportType(body.reportType)] : []))(),
    ]);
    if (type === undefined) throw new Error('An unknown report type was not reported');
    const session = named && (await withMappedEnd(tenant, named));
    throwIfInvalid(validateSessionDates(type, body, session));
    const period = derivePeriod(type, body, session, today);
    throwIfInvalid(validatePeriod(period));
    const source = await loadReportSource(tenant, {
      type,
      state,
      session,
      isOfSession: sessionId !== undefined || (type === 6 && session !== undefined),
      period,
      today,
    });
    const data = buildSnapshot(source, {
      type,
      title: title || undefined,
      association: settings.name,
      asOf: now,
      asOfDate: today,
    });
    const { report, changes } = await insertReport(
      tenant,
      data,
      { id: newId(), reportType: type, createdBy: toAuthor(caller) },
      now,
    );
    return write(
      changes,
      successReply(presentReport(report, url), `${report.title} was created.`, { version: 1 }),
    );
  },
);
