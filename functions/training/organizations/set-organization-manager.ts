// PUT /api/v1/Organizations/{id}/Manager

import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { assignManager } from '../people/managers/assignment.ts';
import { presentManager } from '../people/managers/present.ts';
import { setOrganizationManager } from './contract.ts';
import { requireOrganization } from './organization.ts';

export const handler = lambda(
  setOrganizationManager,
  async ({ params: { id }, body, tenant, ifMatch, settings, ...audit }) => {
    const organization = await requireOrganization(tenant, id);
    const { managerId } = body;
    const managing = { tenant, of: 'organization', id, ifMatch, audit } as const;
    const { changes, found, version } = await assignManager(
      managing,
      managerId,
      toLocalDate(settings.timeZone, audit.now),
    );
    return write(
      changes,
      ok(
        {
          manager: presentManager({ caller: audit.caller, settings }, { ...found, organization }),
          managerId,
        },
        { version },
      ),
    );
  },
);
