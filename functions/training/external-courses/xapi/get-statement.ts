// GET /api/v1/Xapi/{tenantCode}/statements
import { invalid, notFound } from '../../../../shared/errors/failure.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { authorizeCourse } from '../record/authorize.ts';
import { statementKey } from '../record/enrollment.ts';
import { presentStatement } from '../record/statement.ts';
import { getStatement } from './contract.ts';
import { xapiLambda } from './xapi-lambda.ts';

export const handler = xapiLambda(getStatement, async (context) => {
  const { tenant, enrollment, agent } = await authorizeCourse(context);
  const { statementId, voidedStatementId } = context.query;
  const id = statementId ?? voidedStatementId;
  if (id === undefined || (statementId !== undefined && voidedStatementId !== undefined))
    throw invalid([
      {
        code: 'REQUIRED_FIELD',
        message: 'Send either statementId or voidedStatementId (xAPI 2.1.3).',
        target: 'statementId',
      },
    ]);
  const item = await tenant.get(statementKey(tenant, enrollment, id), { consistent: true });
  // A voided statement is found as a voided one only (xAPI 2.1.4).
  if (!item || (item.voidedBy !== undefined) !== (statementId === undefined))
    throw notFound('statement', id, 'statementId');
  return ok(presentStatement(item, agent));
});
