// The process that serves registrations is killed during requests: acknowledged registrations are stored, and callers
// who repeat a request without a response get one registration each (docs/interface/training.md#class-registration).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkQueue } from '../../shared/data/work-queue.ts';
import {
  path,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../training/registration-fixture.ts';
import { expectFullClass, type RegistrationReply } from './expect-full-class.ts';
import { killAll, runProcess, type TestProcess } from './processes.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterAll(async () => {
  await killAll();
  await fixture.platform.stop();
});

/** A running platform, and the number of registrations it has acknowledged. */
interface Serving {
  readonly process: TestProcess;
  readonly port: Promise<string>;
  acknowledged: number;
}

function started(): Serving {
  const process = runProcess('platform-process.ts', ['functions/training/registrations']);
  return { process, port: process.nextLine(), acknowledged: 0 };
}

it.each([1, 2])(
  'a class is filled exactly although the process is killed during registrations (%i)',
  async () => {
    const of = await fixture.createClass({ registration: { capacity: 14, waitlistSize: 4 } });
    const people = await fixture.createPeople(24);
    let serving = started();
    let kills = 0;
    let lost = 0;

    async function register(memberId: string): Promise<RegistrationReply> {
      const headers = {
        'Content-Type': 'application/json',
        'tenant-code': 'demo',
        'Idempotency-Key': randomUUID(),
      };
      const body = JSON.stringify({ classId: of.id, memberId });
      for (;;) {
        const by = serving;
        try {
          const address = `http://127.0.0.1:${await by.port}/training${path}`;
          const response = await fetch(address, { method: 'POST', headers, body });
          const reply = (await response.json()) as { readonly registrationId?: string };
          if (response.status !== 201) return { status: response.status };
          by.acknowledged += 1;
          // While other requests are in progress.
          if (by.acknowledged === 3 && kills < 2) {
            kills += 1;
            serving = started();
            await by.process.kill();
          }
          return { status: 201, id: reply.registrationId ?? '' };
        } catch (error) {
          // The connection was closed before the response arrived.
          if (!(error instanceof TypeError)) throw error;
          lost += 1;
        }
      }
    }
    // Six at once: if all were, one process could answer them all before it is killed.
    const inTurn = createWorkQueue(6);
    const answers = await Promise.all(people.map(({ id }) => inTurn(() => register(id))));
    await serving.process.kill();
    expect(kills).toBe(2);
    expect(lost).toBeGreaterThan(0);
    await expectFullClass(fixture, of, answers);
  },
);
