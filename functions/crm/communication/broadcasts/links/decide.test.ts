// What a recipient decides by a link (docs/interface/crm.md#unsubscribing).
import { expect, it } from 'vitest';
import { leave } from './decide.ts';

const decision = { date: '2027-01-15T10:00:00.000Z', by: 'page' } as const;
const earlier = { ...decision, date: '2026-01-01T00:00:00.000Z' };

it('a recipient leaves the lists of a broadcast, or opts out where it was to no list', () => {
  expect(leave(['news'], decision)({})).toEqual({ left: { news: decision } });
  expect(leave([], decision)({})).toEqual({ optedOut: decision });
});

it('the first decision stays', () => {
  expect(leave(['news', 'jobs'], decision)({ left: { news: earlier } })).toEqual({
    left: { news: earlier, jobs: decision },
  });
  expect(leave([], decision)({ optedOut: earlier })).toEqual({ optedOut: earlier });
});
