// How many deliveries are under way at once to a subscription and to a host (docs/events.md#subscriptions).
import { expect, it } from 'vitest';
import { createSendingPool, sendingLimits } from './sending-pool.ts';

/** Starts deliveries that end when they are told to; `open` are those under way. */
function startDeliveries() {
  const pool = createSendingPool();
  const open = new Map<string, () => void>();
  const run = (name: string, subscriptionId: string, host: string) =>
    pool.run({ subscriptionId, host }, () => new Promise<void>((end) => open.set(name, end)));
  const end = async (name: string): Promise<void> => {
    open.get(name)?.();
    open.delete(name);
    await new Promise((done) => setImmediate(done));
  };
  const count = (prefix: string): number => [...open.keys()].filter((name) => name.startsWith(prefix)).length;
  return { run, end, count, open };
}

const settle = () => new Promise((done) => setImmediate(done));

it('a subscription whose receiver hangs has five, and another one is served at once', async () => {
  const { run, end, count, open } = startDeliveries();
  for (let index = 0; index < 50; index += 1) void run(`hanging-${index}`, 'a', 'hanging.example');
  void run('sound-0', 'b', 'sound.example');
  await settle();
  expect(count('hanging')).toBe(5);
  expect(count('sound')).toBe(1);
  await end('hanging-0');
  expect(count('hanging')).toBe(5);
  expect(open.has('hanging-5')).toBe(true);
});

it('a host has ten, however many subscriptions are sent to it', async () => {
  const { run, count } = startDeliveries();
  for (let index = 0; index < 30; index += 1) void run(`hanging-${index}`, `s${index}`, 'one.example');
  void run('sound', 'b', 'sound.example');
  await settle();
  expect(count('hanging')).toBe(10);
  expect(count('sound')).toBe(1);
});

it('a hundred are under way in all', async () => {
  const { run, open } = startDeliveries();
  for (let index = 0; index < 150; index += 1) void run(`${index}`, `s${index}`, `host-${index}.example`);
  await settle();
  expect(open.size).toBe(100);
  expect(sendingLimits).toEqual({ perSubscription: 5, perHost: 10, inAll: 100 });
});

it('a delivery that fails leaves its place', async () => {
  const pool = createSendingPool({ perSubscription: 1, perHost: 1, inAll: 1 });
  const receiver = { subscriptionId: 'a', host: 'a.example' };
  await expect(pool.run(receiver, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await pool.run(receiver, () => Promise.resolve());
});
