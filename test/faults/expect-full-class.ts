// What must be true of a class after many people registered for it, whichever faults occurred
// (docs/interface/training.md#class-registration).
import { expect } from 'vitest';
import type { ClassItem } from '../../functions/training/classes/record/class.ts';
import type { RegistrationItem } from '../../functions/training/registrations/record/registration.ts';
import type { RegistrationFixture } from '../training/registrations/registration-fixture.ts';

/** The last response to a person; the registration's id when it was acknowledged. */
export interface RegistrationReply {
  readonly status: number;
  readonly id?: string;
}

/**
 * Expects as many acknowledged registrations as there are seats and waitlist places, refusals of everybody else because
 * the class is full, and exactly the acknowledged registrations in the table, each once, with the correct counts.
 */
export async function expectFullClass(
  fixture: RegistrationFixture,
  of: ClassItem,
  answers: readonly RegistrationReply[],
): Promise<void> {
  const { capacity = 0, waitlistSize } = of.registration;
  const acknowledged = answers.flatMap(({ id }) => (id === undefined ? [] : [id]));
  expect(acknowledged).toHaveLength(capacity + waitlistSize);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  const refused = answers.filter(({ id }) => id === undefined);
  expect(refused.map(({ status }) => status)).toEqual(Array(refused.length).fill(422));

  const items = await Promise.all(acknowledged.map((id) => fixture.readRegistration(id)));
  expect(new Set(items.map(({ memberId }) => memberId)).size).toBe(items.length);
  expect(items.filter(({ status }) => status === 'Waitlisted')).toHaveLength(waitlistSize);
  const roster = fixture.store.listing<RegistrationItem>(`CLASS-REGISTRATIONS#${of.id}`);
  const { items: listed } = await fixture.store.query(roster);
  expect(listed.map(({ id }) => id).sort()).toEqual(acknowledged.toSorted());
  expect(await fixture.readSeats(of.id)).toMatchObject({
    taken: capacity,
    waiting: waitlistSize,
    live: capacity + waitlistSize,
  });
}
