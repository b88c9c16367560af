// GET /api/v1/advocacy/constituents

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { listConstituents } from './contract.ts';
import { presentConstituents } from './present-constituents.ts';

export const handler = lambda(listConstituents, async ({ tenant, settings, now, query }) =>
  ok(await presentConstituents(tenant, query.division, toLocalDate(settings.timeZone, now), query)),
);
