// Calls of functions run side by side, with the time that Lambda gives them.
import { expect, it } from 'vitest';
import { CALLS_PER_TENANT, callFunction, createCallQueues } from './call-function.ts';

it('so many calls of a function run at once for a tenant, and none waits for another tenant', async () => {
  const findQueue = createCallQueues();
  const end = Promise.withResolvers<void>();
  const begun: string[] = [];
  const call = (functionName: string, tenant: string) =>
    findQueue(
      functionName,
      tenant,
    )(async () => {
      begun.push(`${functionName} ${tenant}`);
      await end.promise;
    });
  const calls = Array.from({ length: CALLS_PER_TENANT + 1 }, () => call('send', 'slow'));
  calls.push(call('send', 'other'), call('sweep', 'slow'));
  await Promise.resolve();
  expect(begun).toEqual([...Array(CALLS_PER_TENANT).fill('send slow'), 'send other', 'sweep slow']);
  end.resolve();
  await Promise.all(calls);
  expect(begun.at(-1)).toBe('send slow');
});

it('a function reads how much time is left, and a call that takes longer has failed', async () => {
  const left = await callFunction(async (_event, context) => context.getRemainingTimeInMillis(), {}, 60);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(60_000);
  const hanging = callFunction(() => new Promise<void>(() => undefined), {}, 0.01);
  await expect(hanging).rejects.toThrow('Task timed out after 0.01 seconds');
});
