// Who is in the sample of a count (docs/interface/communication.md#how-many-get-it).
import { expect, it } from 'vitest';
import { addToSample, PEOPLE_PER_REASON, RECEIVERS_IN_SAMPLE, type SampledPerson } from './sample.ts';

const receivers = Array.from(
  { length: 200 },
  (_, index): SampledPerson => ({ personId: `p${index}`, outcome: 'receives' }),
);
const missed = Array.from(
  { length: 8 },
  (_, index): SampledPerson => ({
    ...{ personId: `m${index}`, outcome: 'missed' },
    reason: index % 2 ? 'opted-out' : 'topic',
  }),
);
const listIds = (sample: readonly SampledPerson[]) => sample.map(({ personId }) => personId).toSorted();

it('a sample has up to ten who would get it, and up to three for each reason', () => {
  const sample = addToSample([], [...receivers, ...missed], 'seed');
  expect(sample.filter(({ outcome }) => outcome === 'receives')).toHaveLength(RECEIVERS_IN_SAMPLE);
  for (const reason of ['opted-out', 'topic'])
    expect(sample.filter((each) => each.reason === reason)).toHaveLength(PEOPLE_PER_REASON);
  expect(addToSample([], receivers.slice(0, 10), 'seed')).toHaveLength(10);
});

it('the pages in which the audience is read do not matter, and another count has other people', () => {
  const whole = listIds(addToSample([], receivers, 'seed'));
  let paged: readonly SampledPerson[] = [];
  for (let start = 190; start >= 0; start -= 10)
    paged = addToSample(paged, receivers.slice(start, start + 10), 'seed');
  expect(listIds(paged)).toEqual(whole);
  expect(listIds(addToSample([], receivers, 'other'))).not.toEqual(whole);
});
