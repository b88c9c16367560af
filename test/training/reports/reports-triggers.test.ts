// What starts the reports that are made in the background: the stream at once, and the schedule for unfinished ones.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as sweep } from '../../../functions/training/jobs/sweep-reports/handler.ts';
import { startTriggers } from '../../../infra/local/triggers/triggers.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { buildClass, buildRegistration, storeClass, storeRegistrations } from './report-data.ts';

let platform: TestPlatform;
let token: string;
let folder: string;
const classItem = buildClass('44444444-4444-4444-8444-444444444444', 'Records', '2026-09-15T16:00:00.000Z');

beforeAll(async () => {
  platform = await startPlatform({ hasStream: true });
  folder = await mkdtemp(join(tmpdir(), 'rostrum-reports-'));
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.reports.read'] });
  await storeClass(platform.store('demo'), classItem);
  const registrants = Array.from({ length: 201 }, (_, index) =>
    buildRegistration(classItem, index, { memberId: randomUUID(), memberName: `Registrant ${index}` }),
  );
  await storeRegistrations(platform.store('demo'), registrants);
});
afterAll(async () => {
  await platform.stop();
  await rm(folder, { recursive: true, force: true });
});

const call = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'training', `/api/v1/Reports${path}`, { tenant: 'demo', token, body });
const requestRoster = async (): Promise<string> => {
  const input = { report: 'ClassRoster', format: 'csv', parameters: { classId: classItem.id } };
  const { status, body } = await call('POST', '', input);
  expect(status).toBe(202);
  return body.id;
};
const readStatus = async (id: string): Promise<string> => (await call('GET', `/${id}`)).body.status;

it('the schedule continues interrupted reports while there is time left', async () => {
  const id = await requestRoster();
  await sweep(undefined, { getRemainingTimeInMillis: () => 1_000 });
  expect(await readStatus(id)).toBe('inprogress');
  await sweep();
  expect(await readStatus(id)).toBe('success');
});

it('the stream starts a report as soon as it is written', async () => {
  const triggers = await startTriggers({
    streamArn: platform.streamArn,
    checkpoint: join(folder, 'streams'),
  });
  try {
    const id = await requestRoster();
    await triggers.caughtUp();
    expect(await readStatus(id)).toBe('success');
  } finally {
    await triggers.stop();
  }
});
