// A DynamoDB that is contended when a test says so: passes every request on to the real one, unless an answer was scripted for it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';
import * as z from 'zod';
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
  /** How many transactions were cancelled because another one had one of their items. */
  readonly conflicts: number;
  stop(): Promise<void>;
}

const formatAnswer = ({ error, reasons }: ScriptedAnswer): string =>
  JSON.stringify({
    __type: `com.amazonaws.dynamodb.v20120810#${error}`,
    message: `scripted [${reasons?.join(', ') ?? ''}]`,
    ...(reasons && { CancellationReasons: reasons.map((Code) => ({ Code })) }),
  });

const TransactWrite = z.object({
  TransactItems: z.array(
    z.record(
      z.string(),
      z.object({
        Key: z.record(z.string(), z.unknown()).optional(),
        Item: z.record(z.string(), z.unknown()).optional(),
      }),
    ),
  ),
});

/** The items of a transaction, each by its key, in the order of its actions. */
const listItems = (body: string): readonly string[] =>
  TransactWrite.parse(JSON.parse(body)).TransactItems.flatMap((action) =>
    Object.values(action).map(({ Key, Item }) => {
      const { pk, sk } = Key ?? Item ?? {};
      return JSON.stringify([pk, sk]);
    }),
  );

/** What it does beside scripted answers. */
interface ContendedOptions {
  /** Whether it cancels a transaction while another one has one of its items, as DynamoDB does and its local version does not. */
  readonly holdsItems?: boolean;
}

/** Starts it and points this process's database client at it; `stop` points it back. */
export async function startContendedDatabase({
  holdsItems = false,
}: ContendedOptions = {}): Promise<ContendedDatabase> {
  const real = inject('dynamodb');
  const scripts = new Map<string, ScriptedAnswer[]>();
  const arrived: string[] = [];
  const held = new Set<string>();
  let conflicts = 0;
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
    const items =
      holdsItems && operation === 'TransactWriteItems' ? listItems(Buffer.concat(chunks).toString()) : [];
    if (items.some((item) => held.has(item))) {
      conflicts += 1;
      const reasons = items.map((item) => (held.has(item) ? 'TransactionConflict' : 'None'));
      const cancelled = { error: 'TransactionCanceledException', reasons };
      response.writeHead(400, { 'Content-Type': 'application/x-amz-json-1.0' }).end(formatAnswer(cancelled));
      return;
    }
    for (const item of items) held.add(item);
    const headers = {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': target,
      Authorization: String(request.headers.authorization),
      'X-Amz-Date': String(request.headers['x-amz-date']),
    };
    const answer = await fetch(real, { method: 'POST', headers, body: Buffer.concat(chunks) });
    for (const item of items) held.delete(item);
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
    get conflicts() {
      return conflicts;
    },
    answer: (operation, answers) => void scripts.set(operation, [...answers]),
    async stop() {
      point(real);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
