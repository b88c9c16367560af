// PUT /api/v1/People/{personId}/Manager

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requirePerson } from '../../access/people-lookup.ts';
import { assignManager } from './assignment.ts';
import { setPersonManager } from './contract.ts';
import { presentManager } from './present.ts';

export const handler = lambda(
  setPersonManager,
  async ({ params: { personId: id }, body, tenant, ifMatch, settings, ...audit }) => {
    await requirePerson(tenant, id);
    const { managerId } = body;
    const managing = { tenant, of: 'person', id, ifMatch, audit } as const;
    const { changes, found, version } = await assignManager(
      managing,
      managerId,
      toLocalDate(settings.timeZone, audit.now),
    );
    return write(
      changes,
      ok({ manager: presentManager({ caller: audit.caller, settings }, found), managerId }, { version }),
    );
  },
);
