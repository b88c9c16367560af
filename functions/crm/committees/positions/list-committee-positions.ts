// GET /api/v1/CommitteePositions
import { committeePositions } from '../../../../shared/directory/committees/committee-position.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takeWholeListPage } from '../whole-list.ts';
import { listCommitteePositions } from './contract.ts';
import { comparePositions, presentPosition } from './position.ts';

export const handler = lambda(listCommitteePositions, async ({ tenant, query }) => {
  const positions = (await listDefinitions(tenant, committeePositions)).sort(comparePositions);
  return ok(
    takeWholeListPage(
      positions.map((position) => presentPosition(position, tenant.code)),
      query,
    ),
  );
});
