// GET /api/v1/Audit/Export
import { lambda } from '../../../shared/http/lambda.ts';
import { exportAuditRecords } from './contract.ts';
import { exportAudit } from './read.ts';

export const handler = lambda(exportAuditRecords, ({ tenant, query, url }) =>
  exportAudit(tenant, query, url(exportAuditRecords.path)),
);
