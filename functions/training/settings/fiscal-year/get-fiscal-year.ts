// GET /api/v1/Settings/FiscalYear
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getFiscalYear } from './contract.ts';
import { presentFiscalYear } from './fiscal-year.ts';

export const handler = lambda(getFiscalYear, ({ settings, now }) =>
  ok(presentFiscalYear(settings, now), { version: settings.version, isComposed: true }),
);
