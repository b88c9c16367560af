// Topics of broadcasts, which people may refuse one by one.
import * as z from 'zod';
import type { DefinitionKind } from '../../../../shared/directory/record/definition-store.ts';
import { line } from '../../../../shared/directory/record/fields.ts';
import type { StoredRecord } from '../../../../shared/directory/record/stored.ts';
import { type PresentedKind, presentRecord } from '../../committees/definitions/definition.ts';
import type { MailTopicInput } from './contract.ts';

const TopicContent = z.strictObject({ name: line(100), isActive: z.boolean().optional() });
type TopicContent = z.infer<typeof TopicContent>;
export type TopicItem = TopicContent & StoredRecord<'mail-topic'>;

/** Topics, whose names are unique. */
export const mailTopics: DefinitionKind<TopicContent, TopicItem['type']> = {
  type: 'mail-topic',
  what: 'topic',
  group: 'MESSAGE',
};

/** The content that a request asks for. */
export const buildTopic = ({ name, isActive = true }: MailTopicInput): TopicContent => ({
  name,
  ...(isActive ? {} : { isActive }),
});

/** Topics with their address. */
export const topicKind: PresentedKind<TopicContent, TopicItem['type'], ReturnType<typeof presentRecord>> = {
  kind: mailTopics,
  path: '/api/v1/MailTopics',
  parameter: 'topicId',
  present: presentRecord,
};
