import { expect, it } from 'vitest';
import { assertPending } from './assert-pending.ts';

it('a request is decided or withdrawn once (docs/interface/crm.md#profile-change-requests)', () => {
  expect(() => assertPending({ id: 'r1', status: 'pending' })).not.toThrow();
  expect(() => assertPending({ id: 'r1', status: 'decided' })).toThrow('The request r1 is decided already.');
  expect(() => assertPending({ id: 'r1', status: 'withdrawn' })).toThrow(
    'The request r1 is withdrawn already.',
  );
});
