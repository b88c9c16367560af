// The process that serves registrations is killed during requests: acknowledged registrations are stored, and callers
// who repeat a request without a response get one registration each (docs/interface/training.md#class-registration).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkQueue } from '../../shared/data/work/work-queue.ts';
import {
  holdAnswer,
  startUnreliableDatabase,
  type UnreliableDatabase,
} from '../harness/unreliable-database.ts';
import {
  path,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../training/registrations/registration-fixture.ts';
import { expectFullClass, type RegistrationReply } from './expect-full-class.ts';
import { killAll, runProcess, type TestProcess } from './processes.ts';

let fixture: RegistrationFixture;
let database: UnreliableDatabase;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  database = await startUnreliableDatabase();
});
afterAll(async () => {
  await killAll();
  await database.stop();
  await fixture.platform.stop();
});

/** A running platform in a process of its own. */
interface Serving {
  readonly process: TestProcess;
  readonly port: Promise<string>;
}

function started(): Serving {
  const process = runProcess('platform-process.ts', ['functions/training/registrations']);
  return { process, port: process.nextLine() };
}

it.each([1, 4])(
  'a class is filled exactly although the process is killed twice, each time at its registration %i',
  async (killedAt) => {
    const of = await fixture.createClass({ registration: { capacity: 14, waitlistSize: 4 } });
    const people = await fixture.createPeople(24);
    let serving = started();
    let lost = 0;

    async function register(memberId: string): Promise<RegistrationReply> {
      const headers = {
        'Content-Type': 'application/json',
        'tenant-code': 'demo',
        'Idempotency-Key': randomUUID(),
      };
      const body = JSON.stringify({ classId: of.id, memberId });
      for (;;) {
        try {
          const address = `http://127.0.0.1:${await serving.port}/training${path}`;
          const response = await fetch(address, { method: 'POST', headers, body });
          const reply = (await response.json()) as { readonly registrationId?: string };
          if (response.status !== 201) return { status: response.status };
          return { status: 201, id: reply.registrationId ?? '' };
        } catch (error) {
          // The connection was closed before the response arrived.
          if (!(error instanceof TypeError)) throw error;
          lost += 1;
        }
      }
    }
    /** Kills the process after a registration is stored and before it knows so. */
    async function killDuringRegistration() {
      // What the killed process had under way is stored by the time the next one serves.
      await serving.port;
      let stored = 0;
      const { arrived, release } = holdAnswer(database, ({ operation, body }, answer) => {
        if (operation === 'TransactWriteItems' && body.includes(of.id) && !answer.includes('__type'))
          stored += 1;
        return stored === killedAt;
      });
      await arrived;
      const killed = serving.process;
      serving = started();
      await killed.kill();
      release();
    }
    const kills = killDuringRegistration().then(killDuringRegistration);
    const inTurn = createWorkQueue(6);
    const answers = await Promise.all(people.map(({ id }) => inTurn(() => register(id))));
    await kills;
    await serving.process.kill();
    expect(lost).toBeGreaterThanOrEqual(2);
    await expectFullClass(fixture, of, answers);
  },
);
