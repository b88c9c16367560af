// The limits of the providers: how many requests a tenant sends within a time, whichever of its feeds sends them.
import { ifAbsent, ifVersion, put } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { ProviderService } from './hosts.ts';

interface Limit {
  readonly seconds: number;
  readonly most: number;
}

/** As the providers document them for a free key. */
export const limits: Readonly<Record<ProviderService, readonly Limit[]>> = {
  openstates: [
    { seconds: 60, most: 10 },
    { seconds: 86_400, most: 500 },
  ],
  legiscan: [{ seconds: 30 * 86_400, most: 30_000 }],
  congress: [{ seconds: 3600, most: 5000 }],
};

/** The requests within each limit since a moment (epoch milliseconds). */
interface Use {
  readonly since: number;
  readonly used: number;
}

interface QuotaItem {
  readonly type: 'data-feed-quota';
  readonly uses: readonly Use[];
  readonly version: number;
}

/** How long to wait before the next request may be sent, in milliseconds; the uses with it when it may be sent now. */
export function countRequest(
  uses: readonly Use[],
  applied: readonly Limit[],
  now: number,
): { readonly wait: number } | { readonly uses: readonly Use[] } {
  const current = applied.map(({ seconds }, index) => {
    const use = uses[index];
    return use && use.since + seconds * 1000 > now ? use : { since: now, used: 0 };
  });
  const waits = current.map(({ since, used }, index) => {
    const limit = applied[index];
    return limit && used >= limit.most ? since + limit.seconds * 1000 - now : 0;
  });
  const wait = Math.max(0, ...waits);
  return wait > 0 ? { wait } : { uses: current.map(({ since, used }) => ({ since, used: used + 1 })) };
}

/** Counts a request to a provider. Returns how long to wait in milliseconds when a limit is reached; 0 otherwise. */
export async function takeRequest(tenant: TenantStore, service: ProviderService, now: Date): Promise<number> {
  const key: Key<QuotaItem> = tenant.key('DATA-FEED-QUOTA', service);
  const { wait } = await decideAndCommit(async () => {
    const before = await tenant.get(key, { consistent: true });
    const result = countRequest(before?.uses ?? [], limits[service], now.getTime());
    if ('wait' in result) return { wait: result.wait, changes: [] };
    const version = (before?.version ?? 0) + 1;
    const condition = before ? ifVersion(before.version) : ifAbsent;
    const after = { type: 'data-feed-quota' as const, uses: result.uses, version };
    return { wait: 0, changes: [put(key, after, { condition, onConflict: 'retry' })] };
  });
  return wait;
}
