// The local platform starts again on the data of an earlier start (README: ctrl-c stops it, the data stays).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../../infra/local/demo/seed.ts';
import { commit, remove } from '../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

describe('the demo data', () => {
  it('is seeded a second time on the data that it left, and names the same records', async () => {
    const { values } = await seedDemo(() => undefined);
    const { awardingId, personId, classId, billId } = platform.demo.values;
    expect(values).toMatchObject({ awardingId, personId, classId, billId });
  });

  it('leaves out what the data of an earlier version no longer allows', async () => {
    const tenant = platform.store('demo');
    const markers = await tenant.queryAll<{ readonly pk: string; readonly sk: string }>(
      tenant.partition('DEMO-REQUESTS'),
    );
    const sent = markers.filter(({ sk }) => sk.startsWith('registerForClass '));
    expect(sent.length).toBeGreaterThan(0);
    // All requests of a group too, which an earlier version did not have yet.
    const ofAwards = markers.filter(({ sk }) => /^(addAwardPayment|issueAwardInvoice) /.test(sk));
    expect(ofAwards).toHaveLength(2);
    await commit([...sent.slice(0, 5), ...ofAwards].map(({ sk }) => remove(tenant.key('DEMO-REQUESTS', sk))));
    // They are registered already, so that the requests are refused.
    const { values } = await seedDemo(() => undefined);
    expect(values.classId).toBe(platform.demo.values.classId);
  });
});
