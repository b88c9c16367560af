// Reasons, and which broadcasts are of the same kind (docs/interface/communication.md#how-many-get-it).
import { expect, it } from 'vitest';
import type { BroadcastItem } from '../../../../../shared/broadcasts/broadcast.ts';
import { addReasons, isSameKind } from './audience-count.ts';

it('reasons are counted', () => {
  expect(addReasons({ topic: 1 }, ['topic', 'inactive'])).toEqual({ topic: 2, inactive: 1 });
});

it('broadcasts of one topic are of the same kind, and without a topic those to the same audience', () => {
  const kind = (fields: Partial<BroadcastItem>) => ({ listIds: ['a', 'b'], ...fields }) as BroadcastItem;
  expect(isSameKind(kind({ topicId: 't' }), kind({ topicId: 't', listIds: [] }))).toBe(true);
  expect(isSameKind(kind({ topicId: 't' }), kind({}))).toBe(false);
  expect(isSameKind(kind({}), kind({ listIds: ['b', 'a'] }))).toBe(true);
  expect(isSameKind(kind({}), kind({ groupIds: ['g'] }))).toBe(false);
  const followUp = { broadcastId: 'f', recipients: 'all' } as const;
  expect(isSameKind(kind({}), kind({ followUp }))).toBe(false);
});
