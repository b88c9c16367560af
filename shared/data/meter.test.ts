// A meter counts for the request that runs under it, also when others run at the same time.
import { expect, it } from 'vitest';
import { createMeter, currentMeter, runWithMeter } from './meter.ts';

it('is that of the running work, also after an await, and is undefined outside', async () => {
  const [a, b] = [createMeter(), createMeter()];
  const work = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) {
      await Promise.resolve();
      const meter = currentMeter();
      if (meter) meter.roundTrips += 1;
    }
  };
  await Promise.all([runWithMeter(a, () => work(3)), runWithMeter(b, () => work(5)), work(7)]);
  expect([a.roundTrips, b.roundTrips, currentMeter()]).toEqual([3, 5, undefined]);
  expect(new Set(Object.values(createMeter()))).toEqual(new Set([0]));
});
