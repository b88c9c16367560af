// The sample of a count: a few people of each outcome, so that who sends can look at them (docs/interface/communication.md#how-many-get-it).
import { createHash } from 'node:crypto';
import type { Reason } from '../recipients/present.ts';

/** A person of the sample: only the id is stored, and what it belongs to is read when the sample is. */
export interface SampledPerson {
  readonly personId: string;
  /** `gone`: got the former broadcast and would not get this one. */
  readonly outcome: 'receives' | 'missed' | 'gone';
  /** Why the person would not get it. */
  readonly reason?: Reason | undefined;
  /** Who would get it and did not get the former one. */
  readonly isNew?: boolean | undefined;
}

/** How many of those who would get it are in the sample. */
export const RECEIVERS_IN_SAMPLE = 10;
/** How many are in the sample for each reason to get none. */
export const PEOPLE_PER_REASON = 3;

/**
 * The sample with further people. It has the people of each outcome whose hashes come first, so each person has the same chance,
 * in whatever order the audience is read.
 * @param seed another one for each count
 */
export function addToSample(
  sample: readonly SampledPerson[],
  people: readonly SampledPerson[],
  seed: string,
): readonly SampledPerson[] {
  const rank = ({ personId }: SampledPerson): string =>
    createHash('sha256').update(`${seed} ${personId}`).digest('base64');
  const byOutcome = Map.groupBy([...sample, ...people], ({ outcome, reason }) => `${outcome} ${reason}`);
  return [...byOutcome.values()].flatMap((each) => {
    const most = each[0]?.outcome === 'receives' ? RECEIVERS_IN_SAMPLE : PEOPLE_PER_REASON;
    if (each.length <= most) return each;
    return each
      .map((person) => ({ person, place: rank(person) }))
      .sort((a, b) => (a.place < b.place ? -1 : 1))
      .slice(0, most)
      .map(({ person }) => person);
  });
}
