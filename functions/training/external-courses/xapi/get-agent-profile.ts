// GET /api/v1/Xapi/{tenantCode}/agents/profile
import { Failure } from '../../../../shared/errors/failure.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { authorizeCourse } from '../record/authorize.ts';
import { getAgentProfile } from './contract.ts';
import { assertOwnAgent } from './state.ts';
import { xapiLambda } from './xapi-lambda.ts';

export const handler = xapiLambda(getAgentProfile, async (context) => {
  const launch = await authorizeCourse(context);
  const { agent, profileId } = context.query;
  assertOwnAgent(agent, launch);
  if (profileId !== 'cmi5LearnerPreferences')
    throw new Failure(
      'RESOURCE_NOT_FOUND',
      `There is no profile ${profileId}; cmi5LearnerPreferences is one.`,
      {
        target: 'profileId',
      },
    );
  return ok({ languagePreference: launch.settings.language ?? 'en' });
});
