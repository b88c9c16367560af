// The client: one typed openapi-fetch client per area, over one connection.
import createFetchClient, { type Client } from 'openapi-fetch';
import { type Connection, pause, send } from './connection.ts';
import { type Area, readFailure } from './errors.ts';
import type { paths as BilltrackingPaths } from './generated/billtracking.ts';
import type { paths as CrmPaths } from './generated/crm.ts';
import type { paths as IdentityPaths } from './generated/identity.ts';
import type { paths as TrainingPaths } from './generated/training.ts';
import { iteratePages, type ListEntry, type ListOptions, type ListPath, type PageRequest } from './pages.ts';
import type { TokenSource } from './tokens.ts';

/** The paths of each area, with their operations. */
export interface AreaPaths {
  readonly training: TrainingPaths;
  readonly crm: CrmPaths;
  readonly identity: IdentityPaths;
  readonly billtracking: BilltrackingPaths;
}

export interface ClientOptions {
  /** Where the areas are served: one address with a path for each area, or the address of each. */
  readonly address: string | Readonly<Record<Area, string>>;
  /** The tenant whose data is read and written. */
  readonly tenantCode: string;
  /** Where access tokens come from; without it requests carry none. */
  readonly tokens?: TokenSource;
  /** How often a request is sent at most, the first time included; 4 by default. */
  readonly attempts?: number;
  /** The longest pause before another attempt, in milliseconds; a minute by default. */
  readonly longestPause?: number;
  /** Sends a request; the platform's own fetch by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Waits between attempts; a timer by default. */
  readonly pause?: Connection['pause'];
}

type EmptyIfOptional<Options> =
  Record<never, never> extends Options ? [options?: Options] : [options: Options];

/** The operations of an area: `GET`, `POST`, … by path, and `iterate` for its lists. */
export type AreaClient<A extends Area> = Client<AreaPaths[A]> & {
  /**
   * Every entry of a list, requested page by page while the loop goes on. It begins at the page that the options choose.
   * @throws RostrumError when a page is refused
   */
  iterate<P extends ListPath<A>>(
    path: P,
    ...options: EmptyIfOptional<ListOptions<AreaPaths[A], A, P>>
  ): AsyncGenerator<ListEntry<AreaPaths[A], A, P>, void, undefined>;
};

export type RostrumClient = { readonly [A in Area]: AreaClient<A> };

const areaOfReply = new WeakMap<Response, Area>();

/** A client for one tenant. It opens no connection and requests no token before the first call. */
export function createClient(options: ClientOptions): RostrumClient {
  const addresses = listAddresses(options.address);
  const connection: Connection = {
    tenantCode: options.tenantCode,
    tokens: options.tokens,
    crm: addresses.crm,
    fetch: options.fetch ?? ((request) => fetch(request)),
    attempts: options.attempts ?? 4,
    longestPause: options.longestPause ?? 60_000,
    pause: options.pause ?? pause,
  };
  return {
    training: createAreaClient('training', addresses, connection),
    crm: createAreaClient('crm', addresses, connection),
    identity: createAreaClient('identity', addresses, connection),
    billtracking: createAreaClient('billtracking', addresses, connection),
  };
}

function listAddresses(address: ClientOptions['address']): Readonly<Record<Area, string>> {
  if (typeof address !== 'string') return address;
  const base = address.replace(/\/+$/, '');
  return {
    training: `${base}/training`,
    crm: `${base}/crm`,
    identity: `${base}/identity`,
    billtracking: `${base}/billtracking`,
  };
}

interface UntypedReply {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

function createAreaClient<A extends Area>(
  area: A,
  addresses: Readonly<Record<Area, string>>,
  connection: Connection,
): AreaClient<A> {
  const client = createFetchClient<AreaPaths[A]>({
    baseUrl: addresses[area],
    fetch: async (request) => {
      const response = await send(connection, request);
      areaOfReply.set(response, area);
      return response;
    },
  });
  const request = client.request as (method: string, path: string, sent: object) => Promise<UntypedReply>;
  const iterate = (path: string, sent: PageRequest = {}) =>
    iteratePages(area, path, sent, async (method, page) => {
      const reply = await request(method, path, page);
      return { data: await unwrap(Promise.resolve(reply)), response: reply.response };
    });
  return Object.assign(client, { iterate }) as AreaClient<A>;
}

/**
 * The data of a call's reply: `const person = await unwrap(rostrum.crm.GET(...))`.
 * @throws RostrumError when the reply is an error
 */
export async function unwrap<R extends UntypedReply>(call: Promise<R>): Promise<NonNullable<R['data']>> {
  const { data, error, response } = await call;
  if (!response.ok)
    throw readFailure({ area: areaOfReply.get(response) ?? 'identity', response, body: error });
  return data as NonNullable<R['data']>;
}
