// POST /api/v1/ReportedCredits
import { assertMayActFor, findCallerPerson } from '../../../../shared/auth/access/person-access.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requireActiveCaller } from '../../access/acting-people.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { parseActivity } from './activity.ts';
import { reportCredits } from './contract.ts';
import { notifyReviewers } from './notification-messages.ts';
import { presentReport } from './present.ts';
import { buildReport } from './reported-credit.ts';
import { buildReportChanges, identifyActor } from './write-report.ts';

export const handler = lambda(reportCredits, async (context) => {
  const { body, tenant, settings, caller, now, newId, url } = context;
  const own = findCallerPerson(caller);
  const personId = body.personId ?? own;
  if (personId === undefined)
    throw invalid([
      {
        code: 'REQUIRED_FIELD',
        message: 'personId is required, because the caller is not a person of the directory.',
        target: 'personId',
      },
    ]);
  assertMayActFor(caller, personId, 'training.credits.write');
  const [{ selfReported }] = await Promise.all([loadTrainingSettings(tenant), requireActiveCaller(context)]);
  const { activity, references } = await parseActivity(
    tenant,
    { ...body, personId },
    { today: toLocalDate(settings.timeZone, now), settings: selfReported },
  );
  const person = references.people.get(personId);
  const report = buildReport(
    {
      ...activity,
      id: newId(),
      personId,
      personName: person ? displayName(person) : '',
      organizationId: person?.organizationId,
    },
    identifyActor(context),
  );
  return write(
    [
      ...buildReportChanges(context, undefined, report),
      ...notifyReviewers(tenant, report, selfReported, now),
    ],
    created(presentReport(report, context), url(`/api/v1/ReportedCredits/${report.id}`), {
      version: report.version,
    }),
  );
});
