// GET /api/v1/Settings/Changes
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentChangeRetention } from './change-retention.ts';
import { getChangeRetention } from './contract.ts';

export const handler = lambda(getChangeRetention, ({ settings }) =>
  ok(presentChangeRetention(settings), { version: settings.version }),
);
