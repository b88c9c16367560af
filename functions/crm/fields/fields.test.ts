// Fields of requests (docs/interface/requests.md#partial-updates).
import { describe, expect, it } from 'vitest';
import { applyFields, omitBlank } from './fields.ts';

describe('an update', () => {
  const stored = { name: 'Ada', title: 'Clerk', phone: '1' };
  const names = ['title', 'phone'];
  const apply = (sent: object, isWhole: boolean) => applyFields(stored, { ...sent }, names, { isWhole });

  it('of some fields keeps what is not sent, and null removes', () => {
    expect(apply({ title: 'Mayor' }, false)).toEqual({ name: 'Ada', title: 'Mayor', phone: '1' });
    expect(apply({ title: null }, false)).toEqual({ name: 'Ada', phone: '1' });
  });

  it('of the whole record removes what is not sent', () => {
    expect(apply({ title: 'Mayor' }, true)).toEqual({ name: 'Ada', title: 'Mayor' });
  });

  it('leaves fields alone that it does not name', () => {
    expect(apply({ name: 'Ben', other: 1 }, true)).toEqual({ name: 'Ada' });
  });
});

it('members without a value are left out; zero and false are values', () => {
  expect(omitBlank({ a: '', b: null, c: undefined, d: 0, e: false, f: 'x' })).toEqual({
    d: 0,
    e: false,
    f: 'x',
  });
});
