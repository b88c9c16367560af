// Asks a provider: within its limits, from public addresses only, and with a key that is in no message and no log.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { readText } from '../../../../shared/import/rows/values.ts';
import { readObject, readObjects } from '../../../../shared/import/tables/json-object.ts';
import { fetchPublic } from '../../../../shared/webhooks/public-fetch.ts';
import { parseRetryAfter } from '../../../../shared/webhooks/send.ts';
import { findBaseAddress, type ProviderService } from './hosts.ts';
import { type Quota, takeRequest } from './quota.ts';

/** The provider wants no request before a time, or a limit is reached. */
export class ProviderPause extends Error {
  override readonly name = 'ProviderPause';
  readonly milliseconds: number;
  constructor(milliseconds: number) {
    super('The provider takes no request now');
    this.milliseconds = milliseconds;
  }
}

/** Replies that are about the key, never about what was asked for. */
const keyStatuses: ReadonlySet<number> = new Set([401, 402, 403, 407]);

/** What is known of an answer that is no success. */
interface Answer {
  /** Of the reply, where it is one. */
  readonly status?: number | undefined;
  /** Whether the provider may answer so about what was asked for alone, and give everything else. */
  readonly isOfRow?: boolean | undefined;
}

/** The provider refuses what the feed asks for; another try would meet the same. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly status: number | undefined;
  readonly isOfRow: boolean;
  constructor(message: string, { status, isOfRow }: Answer = {}) {
    super(message);
    this.status = status;
    this.isOfRow = isOfRow ?? (status !== undefined && !keyStatuses.has(status));
  }
}

/** A reply that is no success and may be another one next time. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly isOfRow: boolean;
  constructor(message: string, { status, isOfRow }: Answer = {}) {
    super(message);
    // 500 is also what an API answers that fails at one record (congress.gov, ChangeLog of May 2025); 502 and 504 are of its servers.
    this.isOfRow = isOfRow ?? status === 500;
  }
}

/** Whether an error is about what was asked for alone: a row, or what is read after the others. */
export const isOfRow = (error: unknown): error is ProviderRefusal | ProviderFailure =>
  (error instanceof ProviderRefusal || error instanceof ProviderFailure) && error.isOfRow;

const names: Readonly<Record<ProviderService, string>> = {
  openstates: 'Open States',
  legiscan: 'LegiScan',
  congress: 'congress.gov',
};

/** How long to wait after a 429 or 503 without Retry-After, in seconds. */
const DEFAULT_PAUSE = 60;
const DAY_MILLISECONDS = 86_400_000;
const TIMEOUT_MILLISECONDS = 25_000;
export const MAX_ARCHIVE_BYTES = 64 * 1024 * 1024;
const MAX_JSON_BYTES = 24 * 1024 * 1024;

/** Values of a query; of a list each. */
export type Query = Readonly<Record<string, string | number | readonly string[]>>;

/** Asks one provider with the key of one feed. */
export interface ProviderClient {
  readonly name: string;
  /** The requests that were sent. */
  readonly requests: () => number;
  /** @throws ProviderPause, ProviderRefusal, ProviderFailure */
  getJson(path: string, query: Query): Promise<unknown>;
  /** A refusal in the provider's own words, without the key. @param answer whether it is about one row alone */
  refuse(what: string, said: string, answer?: Pick<Answer, 'isOfRow'>): ProviderRefusal;
  /** A whole file. @throws ProviderPause, ProviderRefusal, ProviderFailure */
  getFile(address: string): Promise<Buffer>;
}

/** The address with its query; spaces and brackets are escaped. */
function buildAddress(base: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query))
    for (const one of typeof value === 'object' ? value : [String(value)]) search.append(field, one);
  const text = search.toString();
  return text === '' ? base : `${base}?${text}`;
}

/** Where a provider takes its key: in a header, LegiScan in the query. */
const keyHeaders: Readonly<Record<ProviderService, string | undefined>> = {
  openstates: 'X-API-KEY',
  congress: 'X-Api-Key',
  legiscan: undefined,
};

/** The words of a refusal: those of `detail`, where FastAPI answers (Open States), otherwise the whole text. */
function findWords(text: string): string {
  try {
    const { detail } = readObject(JSON.parse(text));
    return typeof detail === 'string'
      ? detail
      : readObjects(detail)
          .map(({ msg }) => readText(msg))
          .join('; ') || text;
  } catch {
    return text;
  }
}

/** Reads what a provider says about a refusal, without the key. */
function readMessage(text: string, key: string): string {
  const words = findWords(text)
    .replaceAll(key, '…')
    .replace(/<[^>]*>|\p{Cc}+/gu, ' ')
    .trim();
  return words === '' ? 'It gives no reason.' : `It says: ${words.slice(0, 200)}`;
}

/**
 * How long a provider that wants no request is left alone, in seconds. Open States sends no Retry-After; it says which limit was
 * reached, and counts days of UTC (api-v3, auth.py; rrl: "exceeded limit of 250/day: 251").
 */
function findPause(retryAfter: string | undefined, words: string, now: Date): number {
  const seconds = parseRetryAfter(retryAfter, now);
  if (seconds !== undefined) return seconds;
  if (!/\bexceeded limit of \d+\/day\b/.test(words)) return DEFAULT_PAUSE;
  return (DAY_MILLISECONDS - (now.getTime() % DAY_MILLISECONDS)) / 1000;
}

export function createProviderClient(
  tenant: TenantStore,
  { service, key, quota }: { readonly service: ProviderService; readonly key: string; readonly quota: Quota },
  now: () => Date,
): ProviderClient {
  const name = names[service];
  let sent = 0;
  const request = async (
    address: string,
    headers: Readonly<Record<string, string>>,
    maxBytes: number,
  ): Promise<Buffer> => {
    const wait = await takeRequest(tenant, quota, now());
    if (wait > 0) throw new ProviderPause(wait);
    sent += 1;
    const reply = await fetchPublic(address, {
      headers: { Accept: 'application/json, */*', 'User-Agent': 'Rostrum-Data-Feeds/1.0', ...headers },
      ...{ maxBytes, timeout: TIMEOUT_MILLISECONDS },
    }).catch((error: unknown) => {
      // Another try would be as long.
      if (error instanceof Error && error.message.startsWith('The reply has more than'))
        throw new ProviderRefusal(
          `${name} answers with more than ${maxBytes} bytes, the most that a feed takes.`,
          { isOfRow: true },
        );
      throw error;
    });
    if (reply.ok) return Buffer.from(await reply.arrayBuffer());
    const { status } = reply;
    if (status === 429 || status === 503) {
      const words = findWords(await reply.text());
      const seconds = findPause(reply.headers.get('retry-after') ?? undefined, words, now());
      throw new ProviderPause(Math.max(1, seconds) * 1000);
    }
    if (status >= 300 && status < 500) {
      const message = readMessage(await reply.text(), key);
      const why = status === 401 || status === 403 ? 'refuses the key' : `answers ${status}`;
      throw new ProviderRefusal(`${name} ${why}. ${message}`, { status });
    }
    throw new ProviderFailure(`${name} answers ${status}.`, { status });
  };
  const header = keyHeaders[service];
  const headers = header === undefined ? {} : { [header]: key };
  return {
    name,
    requests: () => sent,
    refuse: (what, said, answer) => new ProviderRefusal(`${what} ${readMessage(said, key)}`, answer),
    async getJson(path, query) {
      const own = header === undefined ? { key, ...query } : query;
      const bytes = await request(
        buildAddress(findBaseAddress(service) + path, own),
        headers,
        MAX_JSON_BYTES,
      );
      try {
        return JSON.parse(bytes.toString('utf8'));
      } catch {
        throw new ProviderFailure(`${name} answers with something other than JSON.`, { isOfRow: true });
      }
    },
    // The files of Open States need no key, and another host has no business with it.
    getFile: (address) => request(address, {}, MAX_ARCHIVE_BYTES),
  };
}
