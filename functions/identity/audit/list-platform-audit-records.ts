// GET /api/v1/Platform/Audit
import { lambda } from '../../../shared/http/lambda.ts';
import { listPlatformAuditRecords } from './contract.ts';
import { listAudit } from './read.ts';

export const handler = lambda(listPlatformAuditRecords, ({ platform, query }) => listAudit(platform, query));
