// A stand-in for the part of API Gateway's control interface about keys and usage plans; the SDK calls it over HTTP.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Plan {
  readonly id: string;
  readonly name: string;
  readonly keys: Set<string>;
}

/** What a test can read and set. */
export interface ApiGatewayStub {
  readonly address: string;
  /** Key names with the plans they are in, as `<name> in <plan>`. */
  held(): readonly string[];
  /** Every call since this was last read, such as `GET /apikeys`. */
  calls(): readonly string[];
  /** Answers the next call of this kind with an error although it was carried out, so that its caller cannot know. */
  failAfter(call: string): void;
  /** Takes no more keys than these, as an account with its quota; `undefined` takes any number. */
  limitKeys(most: number | undefined): void;
  /** Removes a key, as an operator does in the console. */
  removeByHand(name: string): void;
  stop(): Promise<void>;
}

/** How many items a page has: few, so that lists have more than one. */
const pageSize = 2;

async function readJson(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text === '' ? {} : JSON.parse(text);
}

function sendJson(response: ServerResponse, status: number, body: unknown, errorType?: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(errorType && { 'x-amzn-ErrorType': errorType }),
  });
  response.end(body === undefined ? '' : JSON.stringify(body));
}

/** A page of a list in API Gateway's format. */
function paginate(url: URL, all: readonly unknown[]) {
  const from = Number(url.searchParams.get('position') ?? 0);
  const next = from + pageSize;
  return { item: all.slice(from, next), ...(next < all.length && { position: String(next) }) };
}

/** Starts it with plans of these names and no keys. */
export async function startApiGatewayStub(planNames: readonly string[]): Promise<ApiGatewayStub> {
  const keys = new Map<string, { readonly id: string; readonly name: string }>();
  const plans: Plan[] = planNames.map((name, index) => ({ id: `plan${index}`, name, keys: new Set() }));
  let created = 0;
  let calls: string[] = [];
  let failing: string | undefined;
  let mostKeys = Number.POSITIVE_INFINITY;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, place = '', id = '', below] = url.pathname.split('/');
    const call = `${request.method} /${place}${id && (below ? `/*/${below}` : '/*')}`;
    calls.push(call);
    const body = await readJson(request);
    const done = (status: number, result: unknown, errorType?: string): void => {
      if (failing === call) {
        failing = undefined;
        sendJson(response, 403, { message: 'broken off' }, 'AccessDeniedException');
      } else sendJson(response, status, result, errorType);
    };
    const plan = plans.find((candidate) => candidate.id === id);
    switch (call) {
      case 'GET /apikeys': {
        const named = [...keys.values()].filter(({ name }) =>
          name.startsWith(url.searchParams.get('name') ?? ''),
        );
        return done(200, paginate(url, named));
      }
      case 'POST /apikeys': {
        const { name = '', value = '' } = body;
        if ([...keys.values()].some((key) => key.name === value))
          return done(409, { message: 'API Key already exists' }, 'ConflictException');
        if (keys.size >= mostKeys)
          return done(429, { message: 'API Key limit exceeded' }, 'LimitExceededException');
        created += 1;
        const key = { id: `key${created}`, name };
        keys.set(key.id, key);
        return done(201, key);
      }
      case 'DELETE /apikeys/*': {
        for (const plan of plans) plan.keys.delete(id);
        return keys.delete(id)
          ? done(202, undefined)
          : done(404, { message: 'Invalid API Key identifier specified' }, 'NotFoundException');
      }
      case 'GET /usageplans':
        return done(
          200,
          paginate(
            url,
            plans.map(({ id: planId, name }) => ({ id: planId, name })),
          ),
        );
      case 'GET /usageplans/*/keys':
        return done(
          200,
          paginate(
            url,
            [...(plan?.keys ?? [])].map((keyId) => ({ id: keyId })),
          ),
        );
      case 'POST /usageplans/*/keys': {
        const { keyId = '' } = body;
        if (plan?.keys.has(keyId))
          return done(409, { message: 'Usage Plan already has it' }, 'ConflictException');
        plan?.keys.add(keyId);
        return done(201, { id: keyId });
      }
      default:
        return done(404, { message: `There is no ${call}` }, 'NotFoundException');
    }
  };

  const server: Server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () =>
      [...keys.values()]
        .map(({ id, name }) => {
          const its = plans.filter((plan) => plan.keys.has(id)).map((plan) => plan.name);
          return `${name} in ${its.join(' and ') || 'none'}`;
        })
        .sort(),
    calls: () => {
      const since = calls;
      calls = [];
      return since;
    },
    failAfter: (call) => {
      failing = call;
    },
    limitKeys: (most = Number.POSITIVE_INFINITY) => {
      mostKeys = most;
    },
    removeByHand: (name) => {
      for (const [id, key] of keys) {
        if (key.name !== name) continue;
        keys.delete(id);
        for (const plan of plans) plan.keys.delete(id);
      }
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
