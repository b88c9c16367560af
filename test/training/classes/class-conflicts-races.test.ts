// Double bookings by two requests at the same moment (docs/interface/training.md#class-conflicts).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.catalogue.read', 'training.classes.write'],
  });
});
afterAll(() => platform.stop());

const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'training', `/api/v1/Classes${path}`, { tenant: 'demo', token, body });
const create = (body: object) =>
  call('POST', '', { sectionName: 'A class', courseId: platform.demo.values.courseId, ...body });
const sessionOn = (date: string, startTime = '09:00', endTime = '12:00') => ({ date, startTime, endTime });
const instructors = [{ personId: recordId('demo', 'person:demo', 'maya') }];
const location = { name: 'Quince Hall', roomNumber: '14', city: 'Quince' };
const rounds = Array.from({ length: 10 }, (_, index) => String(index + 10));

describe('two classes that are created at the same moment', () => {
  it.each([
    ['instructor', { instructors }, '2035-03'],
    ['room', { location }, '2035-04'],
  ])('never both book the same %s: one is created, the other refused', async (_, resource, month) => {
    for (const day of rounds) {
      const sessions = [sessionOn(`${month}-${day}`)];
      const pair = await Promise.all([
        create({ ...resource, sessions }),
        create({ ...resource, sessions: [sessionOn(`${month}-${day}`, '11:00', '13:00')] }),
      ]);
      expect(pair.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });

  it('are both created when they are at different times', async () => {
    const pair = await Promise.all(
      ['2035-05-01', '2035-05-02', '2035-05-03'].map((date) =>
        create({ instructors, location, sessions: [sessionOn(date)] }),
      ),
    );
    expect(pair.map(({ status }) => status)).toEqual([201, 201, 201]);
  });

  it('are both created when one of them allows a double booking after the other', async () => {
    for (const day of rounds.slice(0, 3)) {
      const sessions = [sessionOn(`2035-06-${day}`)];
      const [strict, allowed] = await Promise.all([
        create({ instructors, sessions }),
        create({ instructors, sessions, allowDoubleBooking: true }),
      ]);
      expect(allowed.status).toBe(201);
      expect([201, 409]).toContain(strict.status);
    }
  });
});

describe('two changes at the same moment', () => {
  it('never both move to the same time of an instructor and a room', async () => {
    const ids = await Promise.all(
      ['2035-07-01', '2035-07-02'].map(async (date) => {
        const { body } = await create({ instructors, location, sessions: [sessionOn(date)] });
        return body.id;
      }),
    );
    for (const day of rounds) {
      const sessions = [sessionOn(`2035-08-${day}`)];
      const pair = await Promise.all(ids.map((id) => call('PUT', `/${id}`, { sessions })));
      expect(pair.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });
});
