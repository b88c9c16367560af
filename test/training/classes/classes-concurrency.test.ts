// Changes of a class during registrations: in any order, the seats stay within its limits
// (docs/interface/training.md#class-registration).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SeatsItem, seatsKey } from '../../../functions/training/classes/record/class.ts';
import { commit, ifPresent, update } from '../../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;

const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'training', path, { tenant: 'demo', ...(body !== undefined && { body }) });
const createClass = async (registration: object) => {
  const sessions = [{ date: '2035-04-11', startTime: '09:00', endTime: '12:00' }];
  const body = { sectionName: 'Crowded', courseId: platform.demo.values.courseId, sessions, registration };
  return (await call('POST', '/api/v1/Classes', body)).body.id;
};
const readSeats = async (id: string): Promise<SeatsItem | undefined> => {
  const store = platform.store('demo');
  return store.get(seatsKey(store, id), { consistent: true });
};

/** Takes a seat as a registration's transaction does: if the class has this version and a seat is free. */
const takeSeat = (id: string, classVersion: number, capacity: number) =>
  commit([
    update(
      seatsKey(platform.store('demo'), id),
      { add: { taken: 1, takenMember: 1, live: 1 } },
      {
        condition: {
          expression: '#classVersion = :version AND #taken < :capacity',
          names: { '#classVersion': 'classVersion', '#taken': 'taken' },
          values: { ':version': classVersion, ':capacity': capacity },
        },
        onConflict: 'retry',
      },
    ),
  ]);

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

describe('lowering a capacity while seats are taken', () => {
  it('succeeds or is refused, and the capacity is never exceeded', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await createClass({ capacity: 8 });
      const [lowered] = await Promise.allSettled([
        call('PUT', `/api/v1/Classes/${id}`, { registration: { capacity: 4 } }),
        ...Array.from({ length: 8 }, () => takeSeat(id, 1, 8)),
      ]);
      const before = await readSeats(id);
      const { body } = await call('GET', `/api/v1/Classes/${id}`);
      const capacity = body.classRegistrationSetting.regularRegistrationMaxMemberRegistrants;
      const status = lowered.status === 'fulfilled' ? lowered.value.status : 0;
      expect(status).toBe(capacity === 4 ? 200 : 409);
      expect(before?.taken).toBeLessThanOrEqual(capacity);
      expect(before?.classVersion).toBe(body.version);
    }
  });
});

describe('deleting a class while somebody registers', () => {
  it('either deletes the class or lets the registration succeed, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await createClass({ capacity: 8 });
      const registration = update(
        seatsKey(platform.store('demo'), id),
        { add: { live: 1 } },
        { condition: ifPresent, onConflict: 'retry' },
      );
      const [removed, came] = await Promise.allSettled([
        call('DELETE', `/api/v1/Classes/${id}`),
        commit([registration]),
      ]);
      const status = removed.status === 'fulfilled' ? removed.value.status : 0;
      expect(status).toBe(came.status === 'fulfilled' ? 409 : 204);
    }
  });
});

describe('two simultaneous changes of a class', () => {
  it('both take effect, one after the other', async () => {
    const id = await createClass({ capacity: 8 });
    const changes = await Promise.all(
      ['one', 'two', 'three'].map((word, index) =>
        call('PUT', `/api/v1/Classes/${id}`, index === 0 ? { tags: [word] } : { description: word }),
      ),
    );
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await call('GET', `/api/v1/Classes/${id}`);
    expect(body).toMatchObject({ version: 4, classTag: [{ tagName: 'one' }] });
    expect((await readSeats(id))?.classVersion).toBe(4);
  });
});
