// POST /api/v1/Xapi/{tenantCode}/statements
import { ok, write } from '../../../../shared/http/reply.ts';
import { authorizeCourse } from '../record/authorize.ts';
import { sendStatements } from './contract.ts';
import { receiveStatements } from './receive-statements.ts';
import { xapiLambda } from './xapi-lambda.ts';

export const handler = xapiLambda(sendStatements, async (context) => {
  const launch = await authorizeCourse(context);
  const isList = Array.isArray(context.body);
  const statements = Array.isArray(context.body) ? context.body : [context.body];
  const { ids, changes } = await receiveStatements(launch, statements, context.newId, isList);
  return write(changes, ok(ids));
});
