// PUT /api/v1/Xapi/{tenantCode}/activities/state
import { put } from '../../../../shared/data/changes.ts';
import { Failure, invalid } from '../../../../shared/errors/failure.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { authorizeCourse } from '../record/authorize.ts';
import { putEnrollment, stateKey, updateEnrollment } from '../record/enrollment.ts';
import { isTooDeep } from '../record/statement.ts';
import { maxStatementDepth } from '../record/statement-schemas.ts';
import { putState } from './contract.ts';
import { assertOwnState, assertWritable, maxStates } from './state.ts';
import { xapiLambda } from './xapi-lambda.ts';

export const handler = xapiLambda(putState, async (context) => {
  const launch = await authorizeCourse(context);
  const { tenant, enrollment: before, now } = launch;
  const { stateId } = context.query;
  assertOwnState(context.query, launch);
  assertWritable(stateId);
  if (isTooDeep(context.body))
    throw invalid([
      {
        code: 'INVALID_FORMAT',
        message: `A document may be nested ${maxStatementDepth} deep at most.`,
        target: 'body',
      },
    ]);
  const isNew = !before.stateIds.includes(stateId);
  if (isNew && before.stateIds.length >= maxStates)
    throw new Failure('PAYLOAD_TOO_LARGE', `A registration has ${maxStates} documents at most.`, {
      target: 'stateId',
    });
  const { personId, courseId } = before;
  return write(
    [
      ...(isNew
        ? [
            putEnrollment(
              tenant,
              before,
              updateEnrollment(before, { stateIds: [...before.stateIds, stateId] }, now),
            ),
          ]
        : []),
      put(stateKey(tenant, before, stateId), {
        type: 'external-state',
        ...{ personId, courseId, stateId },
        content: JSON.stringify(context.body),
        modifiedDate: now.toISOString(),
      }),
    ],
    noContent(),
  );
});
