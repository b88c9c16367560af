// Erasures of tenants: scheduled, under way, and the certificates of those that are done, which stay for good. They also
// keep the code of an erased tenant from being given again (docs/tenant-data.md#erasure).
import { createHash } from 'node:crypto';
import { type Change, check, ifAbsent, ifVersion, put, remove } from '../../../shared/data/changes.ts';
import type { Key, Partition, PlatformStore, Position } from '../../../shared/data/store.ts';
import { alreadyExists } from '../../../shared/errors/failure.ts';
import { createRunStore, type LeasedRun } from '../../../shared/jobs/leased-run.ts';

/** What a certificate says. It has no personal data: who requested the erasure is an id. */
export interface ErasureCertificate {
  readonly format: 'rostrum-erasure-certificate';
  readonly version: '1.0';
  /** Counts from 1. */
  readonly number: number;
  readonly tenantCode: string;
  readonly requestedAt: string;
  /** The subject who requested it, or `command`. */
  readonly requestedBy: string;
  readonly startedAt: string;
  readonly completedAt: string;
  /** How many items of each type were found before the erasure. */
  readonly items: Readonly<Record<string, number>>;
  readonly accounts: ErasedAccounts;
  readonly method: string;
  readonly verification: { readonly at: string; readonly what: string; readonly itemsFound: 0 };
  /** What is left, where, and how long. */
  readonly remains: readonly string[];
  /** The hash of the certificate before it; of the first one, 64 zeros. */
  readonly previousHash: string;
}

/** What was removed outside of the tenant's own items. */
export interface ErasedAccounts {
  /** Users who could enter no other tenant. */
  readonly usersErased: number;
  /** Users who can enter others, and lost this one. */
  readonly usersKept: number;
  readonly clientsErased: number;
  readonly apiKeysRemoved: number;
  /** Entries of the platform's audit that lost names and addresses of users who are gone, or what the tenant was like. */
  readonly auditEntriesRedacted: number;
}

/**
 * A stored erasure.
 *
 * | from      | event                                          | to        |
 * |-----------|------------------------------------------------|-----------|
 * | (none)    | requested with the code typed; tenant suspended | scheduled |
 * | scheduled | cancelled                                      | (none)    |
 * | scheduled | the days of grace are over                     | erasing   |
 * | erasing   | nothing is found any more                      | erased    |
 */
export interface TenantErasureItem {
  readonly type: 'tenant-erasure';
  readonly tenantCode: string;
  readonly status: 'scheduled' | 'erasing' | 'erased';
  readonly requestedAt: string;
  readonly requestedBy: string;
  /** When the days of grace end. */
  readonly dueAt: string;
  /** The status that the tenant gets back when the erasure is cancelled. */
  readonly statusBefore: 'active' | 'suspended';
  readonly startedAt?: string | undefined;
  /** What was found before, by type; complete once the inventory is. */
  readonly found: Readonly<Record<string, number>>;
  readonly certificate?: ErasureCertificate | undefined;
  readonly hash?: string | undefined;
  readonly version: number;
}

/** The steps of an erasure, in their order; the checks go back to `items` when they find any. */
export type ErasurePhase = 'inventory' | 'accounts' | 'items' | 'audit' | 'check table' | 'check index';

/** The run of an erasure: where it continues. */
export interface TenantErasureRunItem extends LeasedRun {
  readonly type: 'tenant-erasure-run';
  readonly phase: ErasurePhase;
  readonly after?: Position | undefined;
  readonly found: Readonly<Record<string, number>>;
  readonly erased: number;
  readonly accounts: ErasedAccounts;
  /** How often the items were gone through. */
  readonly rounds: number;
  /** When the phase began, and how many items were erased by then; absent until the inventory is complete. */
  readonly phaseBegan?: { readonly at: string; readonly erased: number } | undefined;
  /** How long the inventory took; each of the two checks reads as much. */
  readonly inventoryMilliseconds?: number | undefined;
}

const partitionName = (code: string): string => `TENANT-ERASURE#${code}`;

const erasureKey = (platform: PlatformStore, code: string): Key<TenantErasureItem> =>
  platform.key(partitionName(code), 'ERASURE');

/** The runs of erasures, by the moment when they are due: a scheduled one when its days of grace are over. */
export const tenantErasureRuns = createRunStore<TenantErasureRunItem, PlatformStore>(
  partitionName,
  'TENANT-ERASURE-RUNS',
);

/** Holds while the code was never that of an erased tenant. */
export const ifNeverErased = (platform: PlatformStore, code: string): Change =>
  check(erasureKey(platform, code), ifAbsent, alreadyExists('tenant', 'code', code));

/** The erasure of a tenant, if there is one. One read. */
export const erasureByCode = (
  platform: PlatformStore,
  code: string,
): Promise<TenantErasureItem | undefined> => platform.get(erasureKey(platform, code), { consistent: true });

/** All erasures that are done, by their numbers. */
const erasedTenants = (platform: PlatformStore): Partition<TenantErasureItem> =>
  platform.listing('ERASED-TENANTS');

/** Stores an erasure: a new one, or one that was read at its version. */
export const putErasure = (
  platform: PlatformStore,
  before: TenantErasureItem | undefined,
  after: TenantErasureItem,
): Change =>
  put(erasureKey(platform, after.tenantCode), after, {
    condition: before ? ifVersion(before.version) : ifAbsent,
    onConflict: 'retry',
    ...(after.certificate && {
      listed: {
        listing: erasedTenants(platform),
        sort: String(after.certificate.number).padStart(9, '0'),
      },
    }),
  });

/** Removes an erasure that is cancelled, with its run. */
export const removeErasure = (
  platform: PlatformStore,
  { tenantCode, version }: TenantErasureItem,
): Change[] => [
  remove(erasureKey(platform, tenantCode), { condition: ifVersion(version), onConflict: 'retry' }),
  remove(tenantErasureRuns.key(platform, tenantCode)),
];

/** The latest certificate, to which the next one is chained. */
interface ChainHeadItem {
  readonly type: 'erasure-chain';
  readonly number: number;
  readonly hash: string;
  readonly version: number;
}

const chainKey = (platform: PlatformStore): Key<ChainHeadItem> => platform.key('TENANT-ERASURES', 'CHAIN');

const firstHead: ChainHeadItem = { type: 'erasure-chain', number: 0, hash: '0'.repeat(64), version: 0 };

/** The latest certificate's number and hash. */
export const loadChainHead = async (platform: PlatformStore): Promise<ChainHeadItem> =>
  (await platform.get(chainKey(platform), { consistent: true })) ?? firstHead;

/** Makes a certificate the latest one, unless another was meanwhile. */
export const extendChain = (
  platform: PlatformStore,
  before: ChainHeadItem,
  certificate: ErasureCertificate,
): Change =>
  put(
    chainKey(platform),
    {
      ...{ type: 'erasure-chain', number: certificate.number, hash: hashCertificate(certificate) },
      version: before.version + 1,
    },
    { condition: before.version === 0 ? ifAbsent : ifVersion(before.version), onConflict: 'retry' },
  );

/** JSON with the members of every object by name, so that equal content is equal text (as RFC 8785 orders them). */
const toCanonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/** The SHA-256 of a certificate's canonical JSON, in hexadecimal digits. */
export const hashCertificate = (certificate: ErasureCertificate): string =>
  createHash('sha256').update(toCanonicalJson(certificate)).digest('hex');

/** The certificates in their order, and the first of which the chain does not hold; undefined where all do. */
export async function verifyCertificates(platform: PlatformStore): Promise<{
  readonly erasures: readonly TenantErasureItem[];
  readonly firstBroken: number | undefined;
}> {
  const erasures = await platform.queryAll(erasedTenants(platform));
  let previousHash = firstHead.hash;
  for (const [index, { certificate, hash }] of erasures.entries()) {
    const number = index + 1;
    const holds =
      certificate?.number === number &&
      certificate.previousHash === previousHash &&
      hash === hashCertificate(certificate);
    if (!holds) return { erasures, firstBroken: number };
    previousHash = hash;
  }
  const head = await loadChainHead(platform);
  return { erasures, firstBroken: head.hash === previousHash ? undefined : erasures.length + 1 };
}
