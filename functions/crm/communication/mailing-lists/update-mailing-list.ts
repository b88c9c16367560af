// PUT /api/v1/MailingLists/{listId}

import { mailingLists } from '../../../../shared/directory/lists/mailing-list.ts';
import {
  buildDefinitionChanges,
  requireDefinition,
} from '../../../../shared/directory/record/definition-store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { checkSources } from './check-sources.ts';
import { updateMailingList } from './contract.ts';
import { buildMailingList, presentMailingList } from './mailing-list.ts';

export const handler = lambda(updateMailingList, async (context) => {
  const { tenant, params, body, now, ifMatch } = context;
  const before = await requireDefinition(tenant, mailingLists, params.listId, 'listId');
  await checkSources(context, body);
  const content = buildMailingList(body);
  if (content.kind !== before.kind)
    throw conflict(`${before.name} is a ${before.kind} list and stays one; create another list.`);
  const after = nextVersion(mailingLists.type, before.id, content, before, now);
  return write(
    buildDefinitionChanges(tenant, mailingLists, { before, after }, ifMatch),
    ok(presentMailingList(after, tenant.code), { version: after.version }),
  );
});
