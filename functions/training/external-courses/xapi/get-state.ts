// GET /api/v1/Xapi/{tenantCode}/activities/state
import { Failure } from '../../../../shared/errors/failure.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { buildLaunchData, launchDataId } from '../cmi5/launch-data.ts';
import { authorizeCourse } from '../record/authorize.ts';
import { stateKey } from '../record/enrollment.ts';
import { getState } from './contract.ts';
import { assertOwnState } from './state.ts';
import { xapiLambda } from './xapi-lambda.ts';

export const handler = xapiLambda(getState, async (context) => {
  const launch = await authorizeCourse(context);
  const { tenant, enrollment } = launch;
  const { stateId } = context.query;
  assertOwnState(context.query, launch);
  if (stateId === launchDataId && enrollment.terms.standard === 'cmi5')
    return ok(buildLaunchData(enrollment));
  const item = await tenant.get(stateKey(tenant, enrollment, stateId), { consistent: true });
  if (!item)
    throw new Failure('RESOURCE_NOT_FOUND', `There is no document ${stateId}.`, { target: 'stateId' });
  return ok(JSON.parse(item.content) as Record<string, unknown>);
});
