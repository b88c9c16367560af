// GET /api/v1/Reports/Kinds
import * as z from 'zod';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listReportKinds } from './contract.ts';
import { formatNames } from './definition/parameters.ts';
import type { Report } from './definition/report.ts';
import { loadReports } from './kinds.ts';

const presentKind = ({ name, title, description, parameters, columns }: Report) => ({
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
});

export const handler = lambda(listReportKinds, async () => ok((await loadReports()).map(presentKind)));
