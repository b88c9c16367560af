// The local platform starts again on the data of an earlier start (README: ctrl-c stops it, the data stays).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../infra/local/demo/seed.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
}, 60_000);
afterAll(() => platform.stop());

describe('the demo data', () => {
  it('is seeded a second time on the data that it left, and names the same records', async () => {
    const { values } = await seedDemo(() => undefined);
    const { awardingId, personId, classId, billId } = platform.demo.values;
    expect(values).toMatchObject({ awardingId, personId, classId, billId });
  }, 60_000);
});
