// GET /api/v1/Platform/Audit/Export
import { lambda } from '../../../shared/http/lambda.ts';
import { exportPlatformAuditRecords } from './contract.ts';
import { exportAudit } from './read.ts';

export const handler = lambda(exportPlatformAuditRecords, ({ platform, query, url }) =>
  exportAudit(platform, query, url(exportPlatformAuditRecords.path)),
);
