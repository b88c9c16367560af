// A database that fails when a test says so: passes every request on to the run's DynamoDB Local, unless a fault is
// due.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { resetDocumentClient } from '../../shared/data/client.ts';

/**
 * What happens to a request.
 * - `throttled`, `broken`: DynamoDB answers 400 ThrottlingException, 500 InternalServerError, and does nothing.
 * - `cut`, `silent`: the connection ends, or nothing comes, before anything was done.
 * - `done and cut`, `done and silent`: the same after it was carried out, so that only the answer is lost.
 * - `done and half`: the connection ends within the answer.
 */
export type DatabaseFault =
  | 'throttled'
  | 'broken'
  | 'cut'
  | 'silent'
  | 'done and cut'
  | 'done and silent'
  | 'done and half';

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly operation: string;
  /** As DynamoDB gets it: JSON with attribute values. */
  readonly body: string;
  /** The access key that signed it. */
  readonly accessKey: string;
}

export interface UnreliableDatabase {
  readonly received: ReceivedRequest[];
  /** Called for each request, which waits for the result; undefined lets it pass. */
  chooseFault: (
    request: ReceivedRequest,
    number: number,
  ) => DatabaseFault | undefined | Promise<DatabaseFault | undefined>;
  /** Called with each answer, which waits for the result. */
  beforeAnswer: (request: ReceivedRequest, answer: string) => Promise<void> | undefined;
  /** Lets everything pass again, and forgets what arrived. */
  reset(): void;
  stop(): Promise<void>;
}

const jsonType = { 'Content-Type': 'application/x-amz-json-1.0' };

const errorReplies = {
  throttled: [400, 'com.amazonaws.dynamodb.v20120810#ThrottlingException', 'Rate exceeded'],
  broken: [500, 'com.amazonaws.dynamodb.v20120810#InternalServerError', 'Internal server error'],
} as const;

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return {
    operation: String(request.headers['x-amz-target']).split('.')[1] ?? '',
    body: Buffer.concat(chunks).toString(),
    accessKey: /Credential=([^/]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '',
  };
}

async function forwardRequest(real: string, { headers }: IncomingMessage, { body }: ReceivedRequest) {
  const answer = await fetch(real, {
    method: 'POST',
    headers: {
      ...jsonType,
      'X-Amz-Target': String(headers['x-amz-target']),
      Authorization: String(headers.authorization),
      'X-Amz-Date': String(headers['x-amz-date']),
    },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

/** Starts it and points this process's database client at it; `stop` points it back. */
export async function startUnreliableDatabase(): Promise<UnreliableDatabase> {
  const real = inject('dynamodb');
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrived = await readRequest(request);
    const fault = await database.chooseFault(arrived, database.received.push(arrived));
    if (fault === 'throttled' || fault === 'broken') {
      const [status, __type, message] = errorReplies[fault];
      response.writeHead(status, jsonType).end(JSON.stringify({ __type, message }));
      return;
    }
    const answer =
      fault === 'cut' || fault === 'silent' ? undefined : await forwardRequest(real, request, arrived);
    if (answer) await database.beforeAnswer(arrived, answer.text);
    if (fault?.endsWith('cut')) response.destroy();
    else if (fault === 'done and half' && answer)
      response
        .writeHead(answer.status, { ...jsonType, 'Content-Length': answer.text.length })
        .write(answer.text.slice(0, answer.text.length / 2), () => response.destroy());
    else if (!fault && answer) response.writeHead(answer.status, jsonType).end(answer.text);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const point = (endpoint: string) => {
    process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
    resetDocumentClient();
  };
  const database: UnreliableDatabase = {
    received: [],
    chooseFault: () => undefined,
    beforeAnswer: () => undefined,
    reset() {
      database.chooseFault = () => undefined;
      database.beforeAnswer = () => undefined;
      database.received.length = 0;
    },
    async stop() {
      point(real);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  point(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return database;
}

/** Holds the first answer that a condition is true of: it arrives once it is released. */
export function holdAnswer(
  database: UnreliableDatabase,
  isHeld: (request: ReceivedRequest, answer: string) => boolean,
): { readonly arrived: Promise<void>; readonly release: () => void } {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  database.beforeAnswer = (request, answer) => {
    if (!isHeld(request, answer)) return undefined;
    database.beforeAnswer = () => undefined;
    arrived.resolve();
    return released.promise;
  };
  return { arrived: arrived.promise, release: released.resolve };
}

/** Lets so many writes pass, and none after them: to the database it is as if the process had ended. */
export function endAfterWrites(database: UnreliableDatabase, writes: number): void {
  let left = writes;
  database.chooseFault = ({ operation }) => {
    if (!/^(Put|Update|Delete|TransactWrite|BatchWrite)Items?$/.test(operation)) return undefined;
    left -= 1;
    return left < 0 ? 'broken' : undefined;
  };
}
