// The limits of the providers: how many requests a tenant sends within a time, whichever of its feeds sends them. A feed with limits
// of its own, those of a paid key, is counted alone.
import { ifAbsent, ifVersion, put } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { FeedItem, QuotaItem, RequestLimits } from '../record/feed.ts';
import { quotaKey } from '../record/store.ts';
import { type ProviderService, serviceOf } from './hosts.ts';

interface Limit {
  readonly seconds: number;
  readonly most: number;
}

/** As the providers document them for a free key; Open States in api-v3, api/auth.py: Tier("default", 10, 0, 250). */
export const limits: Readonly<Record<ProviderService, readonly Limit[]>> = {
  openstates: [
    { seconds: 60, most: 10 },
    { seconds: 86_400, most: 250 },
  ],
  legiscan: [{ seconds: 30 * 86_400, most: 30_000 }],
  congress: [{ seconds: 3600, most: 5000 }],
};

/** How many texts a tenant asks of the hosts of legislatures, which document no limit: few enough to be a guest. */
export const publishedLimits: readonly Limit[] = [
  { seconds: 60, most: 30 },
  { seconds: 86_400, most: 2000 },
];

/** How long each of a feed's own limits is counted. */
const periods = {
  perMinute: 60,
  perHour: 3600,
  perDay: 86_400,
  perMonth: 30 * 86_400,
} as const satisfies Record<keyof RequestLimits, number>;
const periodNames = Object.keys(periods) as (keyof typeof periods)[];

/** What applies to a feed: its own limits, and those of a free key for the periods that it does not limit. */
export function limitsOf({ provider, requestLimits = {} }: Pick<FeedItem, 'provider' | 'requestLimits'>) {
  const free = limits[serviceOf(provider)];
  return periodNames.flatMap((name): (Limit & { readonly name: keyof RequestLimits })[] => {
    const seconds = periods[name];
    const most = requestLimits[name] ?? free.find((limit) => limit.seconds === seconds)?.most;
    return most === undefined ? [] : [{ name, seconds, most }];
  });
}

/** Where the requests of a feed are counted, and how many there may be. */
export interface Quota {
  readonly key: Key<QuotaItem>;
  readonly limits: readonly Limit[];
}

export const quotaOf = (tenant: TenantStore, feed: FeedItem): Quota => ({
  key: quotaKey(tenant, feed.requestLimits === undefined ? { service: serviceOf(feed.provider) } : feed),
  limits: limitsOf(feed),
});

/** Where the requests for texts of legislatures are counted, of all feeds of a tenant together. */
export const publishedQuota = (tenant: TenantStore): Quota => ({
  key: quotaKey(tenant, { service: 'published' }),
  limits: publishedLimits,
});

type Use = QuotaItem['uses'][number];

/** How long to wait before the next request may be sent, in milliseconds; the uses with it when it may be sent now. */
export function countRequest(
  uses: readonly Use[],
  applied: readonly Limit[],
  now: number,
): { readonly wait: number } | { readonly uses: readonly Use[] } {
  const current = applied.map(({ seconds }) => {
    const use = uses.find((counted) => counted.seconds === seconds);
    return use && use.since + seconds * 1000 > now ? use : { seconds, since: now, used: 0 };
  });
  const waits = current.map(({ since, used }, index) => {
    const limit = applied[index];
    return limit && used >= limit.most ? since + limit.seconds * 1000 - now : 0;
  });
  const wait = Math.max(0, ...waits);
  return wait > 0 ? { wait } : { uses: current.map((use) => ({ ...use, used: use.used + 1 })) };
}

/** Counts a request to a provider. Returns how long to wait in milliseconds when a limit is reached; 0 otherwise. */
export async function takeRequest(
  tenant: TenantStore,
  { key, limits: applied }: Quota,
  now: Date,
): Promise<number> {
  const { wait } = await decideAndCommit(async () => {
    const before = await tenant.get(key, { consistent: true });
    const result = countRequest(before?.uses ?? [], applied, now.getTime());
    if ('wait' in result) return { wait: result.wait, changes: [] };
    const version = (before?.version ?? 0) + 1;
    const condition = before ? ifVersion(before.version) : ifAbsent;
    const after = { type: 'data-feed-quota' as const, uses: result.uses, version };
    return { wait: 0, changes: [put(key, after, { condition, onConflict: 'retry' })] };
  });
  return wait;
}
