// The sample, and which broadcasts are of the same kind (docs/interface/communication.md#how-many-get-it).
import { describe, expect, it } from 'vitest';
import type { BroadcastItem } from '../../../../shared/broadcasts/broadcast.ts';
import { addReasons, addToSample, isSameKind } from './audience-count.ts';

const ids = Array.from({ length: 50 }, (_, index) => `person-${index}`);

describe('a sample', () => {
  it('is the same in whatever parts the people come', () => {
    const whole = addToSample([], ids, 'run');
    const parts = [ids.slice(30), ids.slice(0, 30)].reduce<typeof whole>(
      (sample, part) => addToSample(sample, part, 'run'),
      [],
    );
    expect(parts).toEqual(whole);
    expect(whole).toHaveLength(10);
  });

  it('is another one in another run, and has all people where there are few', () => {
    const take = (run: string) => addToSample([], ids, run).map(({ id }) => id);
    expect(take('one')).not.toEqual(take('two'));
    expect(addToSample([], ids.slice(0, 3), 'run')).toHaveLength(3);
  });
});

it('reasons are counted', () => {
  expect(addReasons({ topic: 1 }, ['topic', 'inactive'])).toEqual({ topic: 2, inactive: 1 });
});

it('broadcasts of one topic are of the same kind, and without a topic those to the same audience', () => {
  const kind = (fields: Partial<BroadcastItem>) => ({ listIds: ['a', 'b'], ...fields }) as BroadcastItem;
  expect(isSameKind(kind({ topicId: 't' }), kind({ topicId: 't', listIds: [] }))).toBe(true);
  expect(isSameKind(kind({ topicId: 't' }), kind({}))).toBe(false);
  expect(isSameKind(kind({}), kind({ listIds: ['b', 'a'] }))).toBe(true);
  expect(isSameKind(kind({}), kind({ groupIds: ['g'] }))).toBe(false);
});
