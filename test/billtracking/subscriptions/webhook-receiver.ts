// A receiver of webhooks on the loopback address: records its requests, and responds as a test configures.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface ReceivedMessage {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  /** All received requests, in order. */
  readonly received: ReceivedMessage[];
  /** The response to the next requests: a status, or a function that responds. 200 by default. */
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
