// Names of authors do not show e-mail addresses (docs/interface/access.md#e-mail-addresses).
import { expect, it } from 'vitest';
import { showByName, showUserName } from './user-name.ts';

it.each([
  ['ada@example.org', 'ada'],
  ['ada', 'ada'],
  ['Website @ Quill', 'Website @ Quill'],
  ['@example.org', '@example.org'],
  ['ada@', 'ada@'],
  ['ada@one@two', 'ada@one@two'],
  ['ada@example.org by import', 'ada@example.org by import'],
  ['by ada@example.org', 'by ada@example.org'],
])('%s is shown as %s', (name, shown) => {
  expect(showUserName(name)).toBe(shown);
  expect(showByName({ byName: name, by: 's' })).toEqual({ byName: shown, by: 's' });
});

it('a record without an author stays as it is', () => {
  const record = { by: 's', byName: undefined };
  expect(showByName(record)).toBe(record);
});
