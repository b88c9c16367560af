// GET /api/v1/Audit
import { lambda } from '../../../shared/http/lambda.ts';
import { listAuditRecords } from './contract.ts';
import { listAudit } from './read.ts';

export const handler = lambda(listAuditRecords, ({ tenant, query }) => listAudit(tenant, query));
