// A DynamoDB that is contended when a test says so: passes every request on to the real one, unless an answer was scripted for it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import { resetDocumentClient } from '../../shared/data/client.ts';

/** An error in place of the database's reply: its name and, for a cancelled transaction, each action's reason. */
export interface ScriptedAnswer {
  readonly error: string;
  readonly reasons?: readonly string[];
}

export interface ContendedDatabase {
  /** Operations as they arrived, `TransactWriteItems`. */
  readonly arrived: string[];
  /** The next requests for `operation` get these answers, one each. */
  answer(operation: string, answers: readonly ScriptedAnswer[]): void;
  stop(): Promise<void>;
}

const formatAnswer = ({ error, reasons }: ScriptedAnswer): string =>
  JSON.stringify({
    __type: `com.amazonaws.dynamodb.v20120810#${error}`,
    message: `scripted [${reasons?.join(', ') ?? ''}]`,
    ...(reasons && { CancellationReasons: reasons.map((Code) => ({ Code })) }),
  });

/** Starts it and points this process's database client at it; `stop` points it back. */
export async function startContendedDatabase(): Promise<ContendedDatabase> {
  const real = inject('dynamodb');
  const scripts = new Map<string, ScriptedAnswer[]>();
  const arrived: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const target = String(request.headers['x-amz-target']);
    const operation = target.slice(target.indexOf('.') + 1);
    arrived.push(operation);
    const scripted = scripts.get(operation)?.shift();
    if (scripted) {
      response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' }).end(formatAnswer(scripted));
      return;
    }
    const headers = {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': target,
      Authorization: String(request.headers.authorization),
      'X-Amz-Date': String(request.headers['x-amz-date']),
    };
    const answer = await fetch(real, { method: 'POST', headers, body: Buffer.concat(chunks) });
    response
      .writeHead(answer.status, { 'Content-Type': 'application/x-amz-json-1.0' })
      .end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const point = (endpoint: string) => {
    process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
    resetDocumentClient();
  };
  point(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    arrived,
    answer: (operation, answers) => void scripts.set(operation, [...answers]),
    async stop() {
      point(real);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
