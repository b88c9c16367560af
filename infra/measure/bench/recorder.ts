// Forwards requests to DynamoDB Local and records its replies.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fingerprint, parseOperation, type RecordedAnswers } from './fingerprint.ts';
import { isSessionRequest, writeSession } from './session-reply.ts';

/** A request as it was sent, in DynamoDB's JSON. */
export interface RecordedRequest {
  readonly operation: string;
  readonly body: string;
}

/** A running recorder. */
export interface Recorder {
  readonly endpoint: string;
  readonly answers: RecordedAnswers;
  /** Returns the requests since the last call. */
  takeRequests(): readonly RecordedRequest[];
  stop(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Starts recording the requests to a database. */
export async function startRecorder(database: string): Promise<Recorder> {
  const answers: Record<string, string> = {};
  let sent: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    if (isSessionRequest(request.headers)) {
      await readBody(request);
      response.end(writeSession(new Date()));
      return;
    }
    const operation = parseOperation(request.headers['x-amz-target']);
    const body = await readBody(request);
    const { 'x-amz-target': target, authorization, 'content-type': type } = request.headers;
    const reply = await fetch(database, {
      method: 'POST',
      headers: {
        'x-amz-target': String(target),
        authorization: String(authorization),
        'content-type': String(type),
      },
      body,
    });
    const text = await reply.text();
    if (reply.ok) answers[fingerprint(operation, body)] = text;
    sent.push({ operation, body });
    response.writeHead(reply.status, { 'Content-Type': 'application/x-amz-json-1.0' });
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    takeRequests() {
      const taken = sent;
      sent = [];
      return taken;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
