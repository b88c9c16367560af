// POST /api/v1/MailingLists
import { lambda } from '../../../../shared/http/lambda.ts';
import { insertDefinition } from '../../committees/definitions/definition.ts';
import { checkSources } from './check-sources.ts';
import { createMailingList } from './contract.ts';
import { buildMailingList, mailingListKind } from './mailing-list.ts';

export const handler = lambda(createMailingList, async (context) => {
  await checkSources(context, context.body);
  return insertDefinition(context, mailingListKind, buildMailingList(context.body));
});
