// GET /api/v1/Reports/Kinds
import * as z from 'zod';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listReportKinds } from './contract.ts';
import { formatNames } from './definition/parameters.ts';
import { allReports } from './kinds.ts';

const kinds = allReports.map(({ name, title, description, parameters, columns }) => ({
  report: name,
  title,
  description,
  formats: formatNames,
  parameters: z.toJSONSchema(parameters, { io: 'input' }),
  columns: Object.entries(columns).map(([column, { title: heading, kind }]) => ({
    name: column,
    title: heading,
    kind,
  })),
}));

export const handler = lambda(listReportKinds, () => ok(kinds));
