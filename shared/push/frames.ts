// The messages by which a subscriber gets changes: one each, or several as a CloudEvents batch.
import type { Permission } from '../auth/permissions/permissions.ts';
import type { ChangeEvent } from '../change-feed/change-event.ts';
import { isOfTopics, mayReadChange } from '../change-feed/topics.ts';
import type { SubscriberConnection } from './subscriber-connections.ts';

/** The most changes of a batch, and its most characters: API Gateway sends 32 KB in a frame. */
export const maxBatchChanges = 100;
const maxBatchCharacters = 30_000;

/** A message with changes: one, or a batch (CloudEvents JSON format, section 4). */
export type Frame = ChangeEvent | readonly ChangeEvent[];

type Reader = {
  readonly subscriber: Pick<SubscriberConnection, 'topics' | 'isBatched'>;
  readonly permissions: ReadonlySet<Permission>;
};

/** Whether a subscriber is sent a change: it follows it, and may read the record. */
export const isForSubscriber = ({ subscriber, permissions }: Reader, event: ChangeEvent): boolean =>
  isOfTopics(event, subscriber.topics) && mayReadChange(event, permissions);

/** The messages that tell a subscriber the changes that are for it, in order. */
export function buildFrames(reader: Reader, events: readonly ChangeEvent[]): Frame[] {
  const own = events.filter((event) => isForSubscriber(reader, event));
  if (!reader.subscriber.isBatched) return own;
  const frames: ChangeEvent[][] = [];
  let characters = 0;
  for (const event of own) {
    const size = JSON.stringify(event).length + 1;
    const last = frames.at(-1);
    if (last && last.length < maxBatchChanges && characters + size <= maxBatchCharacters) {
      last.push(event);
      characters += size;
    } else {
      frames.push([event]);
      characters = size;
    }
  }
  return frames;
}
