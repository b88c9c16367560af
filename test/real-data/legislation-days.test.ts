// The real legislation days of Georgia, partial as they are, saved and served (../shared/data/SOURCES.md).
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { sharedBundle } from './shared-bundle.ts';

interface RealDays {
  readonly stateId: number;
  readonly session: string;
  readonly instrument: string;
  readonly days: readonly { readonly legislativeDay: number | null; readonly date: string }[];
}

let platform: TestPlatform;
let real: readonly RealDays[];

beforeAll(async () => {
  platform = await startPlatform();
  real = JSON.parse(await readFile(`${sharedBundle}/legislation-days-ga.json`, 'utf8'));
});
afterAll(() => platform.stop());

it('the legislation days of the file are saved and returned day by day', async () => {
  const session = { stateId: 13, identifier: '2008', name: '2008 Regular Session', startDate: '2008-01-14' };
  await platform.call('POST', 'billtracking', '/api/1.0/session', { tenant: 'demo', body: session });
  expect(real).toHaveLength(2);
  for (const days of real) {
    const saved = await platform.call(
      'POST',
      'billtracking',
      `/api/1.0/CapitolReport/save-legislationDays/${days.stateId}`,
      { tenant: 'demo', body: { ...days, sineDieDay: 40 } },
    );
    expect(saved.status, saved.text).toBe(200);
    const served = await platform.call(
      'GET',
      'billtracking',
      `/api/1.0/CapitolReport/get-legislationDays/${days.stateId}?sessionId=${saved.body.data.sessionId}`,
      { tenant: 'demo' },
    );
    expect(served.body.data).toMatchObject({
      instrument: days.instrument,
      days: days.days,
      isComplete: false,
    });
    for (const { legislativeDay, date } of days.days) {
      const reply = await platform.call(
        'GET',
        'billtracking',
        `/api/1.0/CapitolReport/get-legislationDays/13?sessionId=${saved.body.data.sessionId}&date=${date}`,
        { tenant: 'demo' },
      );
      expect(reply.body.data.dayOfDate.legislativeDay).toBe(legislativeDay);
    }
  }
});
