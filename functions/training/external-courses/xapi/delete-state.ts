// DELETE /api/v1/Xapi/{tenantCode}/activities/state
import { remove } from '../../../../shared/data/changes.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { authorizeCourse } from '../record/authorize.ts';
import { putEnrollment, stateKey, updateEnrollment } from '../record/enrollment.ts';
import { deleteState } from './contract.ts';
import { assertOwnState, assertWritable } from './state.ts';
import { xapiLambda } from './xapi-lambda.ts';

export const handler = xapiLambda(deleteState, async (context) => {
  const launch = await authorizeCourse(context);
  const { tenant, enrollment: before, now } = launch;
  const { stateId } = context.query;
  assertOwnState(context.query, launch);
  assertWritable(stateId);
  if (!before.stateIds.includes(stateId)) return noContent();
  const stateIds = before.stateIds.filter((id) => id !== stateId);
  return write(
    [
      putEnrollment(tenant, before, updateEnrollment(before, { stateIds }, now)),
      remove(stateKey(tenant, before, stateId)),
    ],
    noContent(),
  );
});
