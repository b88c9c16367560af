// PUT /api/v1/MailTopics/{topicId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { replaceDefinition } from '../../committees/definitions/definition.ts';
import { updateMailTopic } from './contract.ts';
import { buildTopic, topicKind } from './topic.ts';

export const handler = lambda(updateMailTopic, (context) =>
  replaceDefinition(context, topicKind, context.params.topicId, buildTopic(context.body)),
);
