// GET /api/v1/MailTopics/{topicId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { replyWithDefinition } from '../../committees/definitions/definition.ts';
import { getMailTopic } from './contract.ts';
import { topicKind } from './topic.ts';

export const handler = lambda(getMailTopic, (context) =>
  replyWithDefinition(context, topicKind, context.params.topicId),
);
