// Many people register concurrently while the database throttles, loses requests and loses replies: callers who retry
// get one registration each, and no more than the available seats are given
// (docs/interface/training.md#class-registration).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type DatabaseFault,
  startUnreliableDatabase,
  type UnreliableDatabase,
} from '../harness/unreliable-database.ts';
import {
  type RegistrationFixture,
  startRegistrationFixture,
} from '../training/registrations/registration-fixture.ts';
import { expectFullClass, type RegistrationReply } from './expect-full-class.ts';

let fixture: RegistrationFixture;
let database: UnreliableDatabase;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  database = await startUnreliableDatabase();
});
afterAll(async () => {
  await database.stop();
  await fixture.platform.stop();
});

/** Pseudorandom numbers from 0 to 1 that are the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const faults: readonly DatabaseFault[] = ['throttled', 'broken', 'cut', 'done and cut'];
const seats = 12;
const places = 5;
const applicants = 24;

it.each([1, 2, 3])('a class is filled exactly in spite of random database faults (seed %i)', async (seed) => {
  const next = createRandom(seed);
  const of = await fixture.createClass({ registration: { capacity: seats, waitlistSize: places } });
  const people = await fixture.createPeople(applicants);
  let happened = 0;
  database.chooseFault = () => {
    if (next() > 0.2) return undefined;
    happened += 1;
    return faults[Math.floor(next() * faults.length)];
  };

  /** Repeats the request until a response is not caused by a database fault. */
  async function register(memberId: string): Promise<RegistrationReply> {
    const headers = { 'Idempotency-Key': randomUUID() };
    for (let tries = 0; tries < 30; tries += 1) {
      const { status, body } = await fixture.post('', { classId: of.id, memberId }, { headers });
      if (status === 201) return { status, id: body.registrationId };
      if (status < 500) return { status };
      expect(['SERVICE_BUSY', 'INTERNAL_SERVER_ERROR']).toContain(body.error.code);
    }
    throw new Error('There was no end to the storm');
  }
  const answers = await Promise.all(people.map(({ id }) => register(id)));
  database.reset();

  expect(happened).toBeGreaterThan(20);
  await expectFullClass(fixture, of, answers);
});
