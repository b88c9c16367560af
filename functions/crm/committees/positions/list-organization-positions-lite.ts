// GET /api/v1/Organization/GetAllOrganizationPositionsLite/{date}
import { committeePositions } from '../../../../shared/directory/committees/committee-position.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { presentChoices } from '../definitions/choices.ts';
import { listOrganizationPositionsLite } from './contract.ts';
import { comparePositions } from './position.ts';

export const handler = lambda(listOrganizationPositionsLite, async ({ tenant }) =>
  ok(presentChoices((await listDefinitions(tenant, committeePositions)).sort(comparePositions))),
);
