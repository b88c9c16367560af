// POST /api/v1/MailTopics
import { lambda } from '../../../../shared/http/lambda.ts';
import { insertDefinition } from '../../committees/definitions/definition.ts';
import { createMailTopic } from './contract.ts';
import { buildTopic, topicKind } from './topic.ts';

export const handler = lambda(createMailTopic, (context) =>
  insertDefinition(context, topicKind, buildTopic(context.body)),
);
