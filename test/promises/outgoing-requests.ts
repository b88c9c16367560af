// How long a rule waits for an answer from outside, and how much of one it takes.
import { createServer } from 'node:http';
import { vi } from 'vitest';
import { accepts } from './fits.ts';

/** After how many milliseconds a rule gives up a request, which is not sent. */
export async function findTimeout(rule: () => Promise<unknown>): Promise<number> {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  try {
    await rule();
    return timeout.mock.calls[0]?.[0] ?? 0;
  } finally {
    timeout.mockRestore();
  }
}

/** Whether a rule takes an answer of so many bytes; it is given the address of a server that sends them. */
export async function isTaken(bytes: number, rule: (address: string) => Promise<unknown>): Promise<boolean> {
  const server = createServer((_, response) => response.end(Buffer.alloc(bytes)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const before = process.env.WEBHOOKS_TO_LOOPBACK;
  process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  try {
    const port = typeof address === 'object' && address ? address.port : 0;
    return await accepts(() => rule(`http://127.0.0.1:${port}/`));
  } finally {
    if (before === undefined) delete process.env.WEBHOOKS_TO_LOOPBACK;
    else process.env.WEBHOOKS_TO_LOOPBACK = before;
    server.closeAllConnections();
    server.close();
  }
}
