// PUT /api/v1/Xapi/{tenantCode}/statements
import { invalid } from '../../../../shared/errors/failure.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { authorizeCourse } from '../record/authorize.ts';
import { putStatement } from './contract.ts';
import { receiveStatements } from './receive-statements.ts';
import { xapiLambda } from './xapi-lambda.ts';

export const handler = xapiLambda(putStatement, async (context) => {
  const { body, query, newId } = context;
  const launch = await authorizeCourse(context);
  const { statementId } = query;
  if (body.id !== undefined && body.id !== statementId)
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: `id must be that of the address, ${statementId}, but was ${body.id} (xAPI 2.1.1).`,
        target: 'id',
      },
    ]);
  const { changes } = await receiveStatements(launch, [{ ...body, id: statementId }], newId, false);
  return write(changes, noContent());
});
