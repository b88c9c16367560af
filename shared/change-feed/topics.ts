// Topics: which changes a reader of the feed asks for, and which of them it may see (docs/events.md#topics).
import type { Permission } from '../auth/permissions/permissions.ts';
import { invalid, permissionDenied } from '../errors/failure.ts';
import type { ChangeEvent, RecordReference } from './change-event.ts';
import { type FollowedType, recordTypes } from './record-types.ts';

/** The most topics of one reader. */
export const maxTopics = 100;

/** The longest id in a topic: that of a delivery of a subscription has two UUIDs. */
const maxIdLength = 100;

const followedTypes: readonly (readonly [string, FollowedType])[] = Object.entries(recordTypes).flatMap(
  ([type, followed]) => (followed ? [[type, followed] as const] : []),
);

/** Every topic of all records of a type, in alphabetical order. */
export const topicNames: readonly string[] = followedTypes.map(([, { topic }]) => topic).sort();

/** UUIDs are stored in lower case; callers may write them in either (RFC 9562 4). */
const normalizeTopic = (topic: string): string =>
  topic.replace(/\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, (id) => id.toLowerCase());

/** Topics as they are compared with changes, each once. */
export const normalizeTopics = (topics: readonly string[]): string[] => [
  ...new Set(topics.map((topic) => normalizeTopic(topic.trim()))),
];

/** The record of a topic such as `committee/{id}`; undefined for any other text. */
function parseRecordTopic(topic: string): RecordReference | undefined {
  const slash = topic.indexOf('/');
  const type = topic.slice(0, Math.max(0, slash));
  const id = topic.slice(slash + 1);
  const isFollowed = Object.hasOwn(recordTypes, type) && recordTypes[type] !== undefined;
  return isFollowed && id !== '' && id.length <= maxIdLength ? { type, id } : undefined;
}

const findFollowed = (topic: string): FollowedType | undefined => {
  const record = parseRecordTopic(topic);
  return record
    ? recordTypes[record.type]
    : followedTypes.find(([, followed]) => followed.topic === topic)?.[1];
};

/** What is wrong with a topic, as a sentence that names those that exist; undefined for one that exists. */
export function findTopicError(topic: string): string | undefined {
  if (findFollowed(topic)) return undefined;
  const types = followedTypes.map(([type]) => type).sort();
  const valid = topic.includes('/')
    ? `One record is {type}/{id}, with a type of ${types.join(', ')}.`
    : `Topics are ${topicNames.join(', ')}, and {type}/{id} for one record, such as committee/{id}.`;
  return `There is no topic ${topic.slice(0, maxIdLength)}. ${valid}`;
}

/**
 * The topics of a query: `people,committee/0850a407-…`; undefined when there are none, which asks for everything that the
 * reader may see.
 * @throws Failure 400 VALIDATION_ERROR for a topic that does not exist, with those that do
 */
export function parseTopics(text: string | undefined): readonly string[] | undefined {
  const topics = normalizeTopics((text ?? '').split(',')).filter(Boolean);
  if (topics.length > maxTopics)
    throw invalid([
      { code: 'OUT_OF_RANGE', message: `topics may name at most ${maxTopics} topics.`, target: 'topics' },
    ]);
  const message = topics.map(findTopicError).find((error) => error !== undefined);
  if (message !== undefined) throw invalid([{ code: 'UNKNOWN_VALUE', message, target: 'topics' }]);
  return topics.length > 0 ? topics : undefined;
}

/**
 * Refuses topics whose records the reader may not read. The topic of a record needs the permission of its own type; what
 * belongs to the record is shown as far as the reader may read it.
 * @throws Failure 403 PERMISSION_DENIED
 */
export function assertMayFollow(
  topics: readonly string[] | undefined,
  permissions: ReadonlySet<Permission>,
): void {
  for (const topic of topics ?? []) {
    const permission = findFollowed(topic)?.permission;
    if (permission && !permissions.has(permission)) throw permissionDenied(permission);
  }
}

/** The topics of a reader that named none: all types of record that it may read. */
export const listReadableTopics = (permissions: ReadonlySet<Permission>): string[] =>
  followedTypes
    .filter(([, { permission }]) => permissions.has(permission))
    .map(([, { topic }]) => topic)
    .sort();

const getRecordType = ({ type }: Pick<ChangeEvent, 'type'>): string => type.slice(0, type.lastIndexOf('.'));

/** Whether the change is of one of the topics; every change is where no topics are named. */
export function isOfTopics(event: ChangeEvent, topics: readonly string[] | undefined): boolean {
  if (!topics) return true;
  const type = getRecordType(event);
  const own = [recordTypes[type]?.topic, `${type}/${event.subject}`];
  const parents = (event.data.belongsTo ?? []).map((parent) => `${parent.type}/${parent.id}`);
  return [...own, ...parents].some((topic) => topic !== undefined && topics.includes(topic));
}

/** Whether a reader with these permissions may know of the change. A type that is not declared is shown to nobody. */
export function mayReadChange(
  event: Pick<ChangeEvent, 'type'>,
  permissions: ReadonlySet<Permission>,
): boolean {
  const followed = recordTypes[getRecordType(event)];
  return followed !== undefined && permissions.has(followed.permission);
}
