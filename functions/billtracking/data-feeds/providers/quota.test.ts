// The limits of a provider (docs/interface/billtracking.md#data-feeds).
import { expect, it } from 'vitest';
import { countRequest } from './quota.ts';

const limits = [
  { seconds: 60, most: 2 },
  { seconds: 3600, most: 3 },
];
const begin = Date.parse('2027-02-01T10:00:00Z');

/** Sends requests at these seconds and returns how long each had to wait, in seconds. */
function send(...seconds: number[]): number[] {
  let uses: Parameters<typeof countRequest>[0] = [];
  return seconds.map((second) => {
    const result = countRequest(uses, limits, begin + second * 1000);
    if ('wait' in result) return result.wait / 1000;
    uses = result.uses;
    return 0;
  });
}

it('a request waits until the shortest limit that is reached allows more', () => {
  expect(send(0, 10, 20, 60)).toEqual([0, 0, 40, 0]);
});

it('a request waits for the longest of the limits that are reached', () => {
  expect(send(0, 10, 61, 62, 3600)).toEqual([0, 0, 0, 3538, 0]);
});
