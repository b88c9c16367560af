// Each topic, and each change of its records, needs the permission to read them (docs/events.md#topics).
import { describe, expect, it } from 'vitest';
import { permissionNames } from '../auth/permissions/permissions.ts';
import { recordTypes } from './record-types.ts';
import { assertMayFollow, listReadableTopics, mayReadChange } from './topics.ts';

const followed = Object.entries(recordTypes).flatMap(([type, declared]) =>
  declared ? [{ type, topic: declared.topic, permission: declared.permission }] : [],
);
const all = new Set(permissionNames);

describe.each(followed)('the topic $topic, without exactly $permission', ({ type, topic, permission }) => {
  const others = new Set(permissionNames.filter((name) => name !== permission));

  it('is refused, and so is that of one record', () => {
    for (const each of [topic, `${type}/1`]) {
      expect(() => assertMayFollow([each], others)).toThrow(`the permission ${permission}`);
      expect(() => assertMayFollow([each], all)).not.toThrow();
    }
  });

  it('is not among those of a reader who names none', () => {
    expect(listReadableTopics(others)).not.toContain(topic);
    expect(listReadableTopics(all)).toContain(topic);
  });

  it('shows no change of its records', () => {
    expect(mayReadChange({ type: `${type}.updated` }, others)).toBe(false);
    expect(mayReadChange({ type: `${type}.updated` }, all)).toBe(true);
  });
});

it('a change of a type that is not declared is shown to nobody', () => {
  expect(mayReadChange({ type: 'secret.updated' }, all)).toBe(false);
});
