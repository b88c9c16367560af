// A receiver of webhooks on loopback: keeps what it is sent, and answers as a test tells it to.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What was received. */
export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  /** Everything received, in its order. */
  readonly received: ReceivedMessage[];
  /** How the next ones are answered: a status, or by hand. 200 at first. */
  answer: number | ((response: ServerResponse, received: ReceivedMessage) => void);
  stop(): Promise<void>;
}

/** Starts a receiver on a free port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const received = { headers: request.headers, path: request.url ?? '', body };
      receiver.received.push(received);
      if (typeof receiver.answer === 'function') receiver.answer(response, received);
      else response.writeHead(receiver.answer).end(`answered ${receiver.answer}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    answer: 200,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}
