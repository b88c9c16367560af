// Classes that can't take place as planned: double bookings and moves into the past
// (docs/interface/training.md#class-conflicts).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seatsKey } from '../../../functions/training/classes/record/class.ts';
import { commit, update } from '../../../shared/data/changes.ts';
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
const maya = recordId('demo', 'person:demo', 'maya');
const instructors = [{ personId: maya }];
const location = { name: 'Quince Hall', roomNumber: '12', city: 'Quince' };

describe('an instructor', () => {
  it('is not booked twice at the same time, unless allowDoubleBooking is true', async () => {
    const first = await create({ sessions: [sessionOn('2034-02-01')], instructors });
    expect(first.status, first.text).toBe(201);
    const overlapping = { sessions: [sessionOn('2034-02-01', '11:00', '13:00')], instructors };
    const refused = await create(overlapping);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.body.error.details).toMatchObject([
      {
        target: 'instructors[0].personId',
        message: expect.stringContaining('Maya Delacroix is already booked'),
      },
    ]);
    expect((await create({ ...overlapping, allowDoubleBooking: true })).status).toBe(201);
  });

  it('may teach classes that follow each other, and between the sessions of another', async () => {
    const days = [sessionOn('2034-03-01'), sessionOn('2034-03-08')];
    expect((await create({ sessions: days, instructors })).status).toBe(201);
    expect((await create({ sessions: [sessionOn('2034-03-02')], instructors })).status).toBe(201);
    const after = { sessions: [sessionOn('2034-03-01', '12:00', '13:00')], instructors };
    expect((await create(after)).status).toBe(201);
  });

  it('is not booked twice by a change, while other changes stay possible', async () => {
    await create({ sessions: [sessionOn('2034-04-01')], instructors });
    const { body } = await create({ sessions: [sessionOn('2034-04-01')] });
    expect((await call('PUT', `/${body.id}`, { instructors })).status).toBe(409);
    const allowed = await call('PUT', `/${body.id}`, { instructors, allowDoubleBooking: true });
    expect(allowed.status).toBe(200);
    expect((await call('PUT', `/${body.id}`, { description: 'Bring a pencil.' })).status).toBe(200);
  });
});

describe('a room', () => {
  it('is not booked twice at the same time, and is free again when its class is cancelled or moved', async () => {
    const sessions = [sessionOn('2034-05-01')];
    const first = await create({ sessions, location });
    const same = { sessions, location: { ...location, name: 'QUINCE HALL' } };
    const refused = await create(same);
    expect([refused.status, refused.body.error.target]).toEqual([409, 'location.roomNumber']);
    expect((await create({ sessions, location: { ...location, roomNumber: '13' } })).status).toBe(201);
    await call('PUT', `/${first.body.id}`, { sessions: [sessionOn('2034-05-02')] });
    const second = await create(same);
    expect(second.status, second.text).toBe(201);
    await call('POST', `/${second.body.id}/Cancel`, { reason: 'Snow.' });
    expect((await create(same)).status).toBe(201);
  });
});

describe('a class with registrations', () => {
  it('is not moved into the past', async () => {
    const { body } = await create({ sessions: [sessionOn('2034-06-01')] });
    const store = platform.store('demo');
    const changeLive = (by: number) => commit([update(seatsKey(store, body.id), { add: { live: by } })]);
    await changeLive(2);
    const past = { sessions: [sessionOn('2024-06-03')] };
    const refused = await call('PUT', `/${body.id}`, past);
    expect([refused.status, refused.body.error.target]).toEqual([409, 'sessions']);
    expect(refused.body.error.message).toContain('2 live registrations');
    expect((await call('PUT', `/${body.id}`, { sessions: [sessionOn('2034-07-01')] })).status).toBe(200);
    await changeLive(-2);
    expect((await call('PUT', `/${body.id}`, past)).status).toBe(200);
  });
});
