// What a rule sends to the database: each request is answered here, and none leaves the process.
import { vi } from 'vitest';
import { documentClient } from '../../shared/data/client.ts';

/** A request by the name of its operation, such as `Get`. */
export interface SentRequest {
  readonly operation: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read the inputs of several operations
  readonly input: any;
}

/** The requests of a rule, each of which is answered with `answer`, by default with nothing. */
export async function listSent(
  rule: () => Promise<unknown>,
  answer: (request: SentRequest) => object = () => ({}),
): Promise<readonly SentRequest[]> {
  process.env.AWS_REGION ??= 'eu-central-1';
  const sent: SentRequest[] = [];
  const send = vi.spyOn(documentClient(), 'send').mockImplementation(async (command) => {
    const request = { operation: command.constructor.name.replace(/Command$/, ''), input: command.input };
    sent.push(request);
    return answer(request);
  });
  try {
    await rule();
    return sent;
  } finally {
    send.mockRestore();
  }
}
