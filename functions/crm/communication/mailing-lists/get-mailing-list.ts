// GET /api/v1/MailingLists/{listId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { replyWithDefinition } from '../../committees/definitions/definition.ts';
import { getMailingList } from './contract.ts';
import { mailingListKind } from './mailing-list.ts';

export const handler = lambda(getMailingList, (context) =>
  replyWithDefinition(context, mailingListKind, context.params.listId),
);
