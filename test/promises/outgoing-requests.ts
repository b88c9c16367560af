// How long a rule waits for an answer from outside, and how much of one it takes.
import { createServer, type ServerResponse } from 'node:http';
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

/** Runs a rule in an environment with these values, which others do not see afterwards. */
export async function withEnvironment<T>(
  values: Readonly<Record<string, string>>,
  rule: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  try {
    return await rule();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

/** Runs a rule with the address of a server that answers like this. */
export async function withServer<T>(
  answer: (response: ServerResponse) => void,
  rule: (address: string) => Promise<T>,
): Promise<T> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  try {
    return await rule(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Whether a rule takes an answer of so many bytes; it is given the address of a server that sends them. */
export const isTaken = (bytes: number, rule: (address: string) => Promise<unknown>): Promise<boolean> =>
  withServer(
    (response) => response.end(Buffer.alloc(bytes)),
    (address) => withEnvironment({ WEBHOOKS_TO_LOOPBACK: 'allowed' }, () => accepts(() => rule(address))),
  );
