// The addresses and numbers of two records, each once (docs/interface/crm.md#merging-people).
import { expect, it } from 'vitest';
import { uniteContacts } from './unite-contacts.ts';

interface Contact {
  readonly value: string;
  readonly type: string | null;
}
interface Example {
  readonly [name: string]: unknown;
  readonly main?: string;
  readonly second?: string;
  readonly all: readonly Contact[];
}

const contact = (value: string, type: string | null = null): Contact => ({ value, type });
const unite = (remaining: Example, removed: Example) =>
  uniteContacts([remaining, removed], ['main', 'second', 'list'], ({ all }) => all);

it('those of the record that remains come first, with its main ones', () => {
  const remaining = { main: 'a', all: [contact('a@x.example', 'work')] };
  const removed = { main: 'b', second: 'c', all: [contact('b@x.example', 'home')] };
  expect(unite(remaining, removed)).toStrictEqual({
    main: 'a',
    list: [
      { value: 'a@x.example', type: 'work' },
      { value: 'b@x.example', type: 'home' },
    ],
  });
});

it('the main ones are those of the removed record where the other one has none', () => {
  const removed = { main: 'b', second: 'c', all: [contact('b@x.example')] };
  expect(unite({ main: 'a', all: [] }, removed)).toStrictEqual({
    main: 'b',
    second: 'c',
    list: [{ value: 'b@x.example' }],
  });
});

it('nothing is stored where neither has any', () => {
  expect(unite({ main: 'a', all: [] }, { all: [] })).toStrictEqual({});
});

it('addresses are the same in any case, and numbers by their digits', () => {
  const remaining = { all: [contact('Ada@x.example'), contact('410-555-0134')] };
  const removed = {
    all: ['ada@X.example', '(410) 555 0134', '410-555-0135', '1@x.example', '1'].map((value) =>
      contact(value),
    ),
  };
  expect(unite(remaining, removed).list).toEqual(
    ['Ada@x.example', '410-555-0134', '410-555-0135', '1@x.example', '1'].map((value) => ({ value })),
  );
});

it('numbers without a digit are told apart', () => {
  const united = unite(
    { all: [contact('front desk')] },
    { all: [contact('switchboard'), contact('front desk')] },
  );
  expect(united.list).toEqual([{ value: 'front desk' }, { value: 'switchboard' }]);
});
