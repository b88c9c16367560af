// Stored counts of audiences: the count, its run, the addresses that were met, and what calls the job.
import { type Change, put, remove } from '../../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../../shared/data/store.ts';
import { createRunStore } from '../../../../../shared/jobs/leased-run.ts';
import { splitBytes } from '../../../../../shared/values/split-bytes.ts';
import type { AudienceCountItem, AudienceRunItem } from './audience-count.ts';

/** Calls the job. */
interface StepItem {
  readonly type: 'broadcast-audience-step';
  /** Another one for each call, so that the item changes. */
  readonly mark: string;
  readonly ttl: number;
}

/** A part of the addresses that a count has met before it was interrupted. */
interface AddressesItem {
  readonly type: 'broadcast-audience-addresses';
  readonly bytes: Uint8Array;
  readonly ttl: number;
}

/** Names the partition of a count. */
export const audiencePartition = /^BROADCAST-AUDIENCE#/;
const partitionName = (id: string): string => `BROADCAST-AUDIENCE#${id}`;
const countKey = (tenant: TenantStore, id: string): Key<AudienceCountItem> =>
  tenant.key(partitionName(id), 'COUNT');
const addressesKey = (tenant: TenantStore, id: string, part: number): Key<AddressesItem> =>
  tenant.key(partitionName(id), `ADDRESSES#${part}`);

/** The runs that count. */
export const audienceRuns = createRunStore<AudienceRunItem>(partitionName, 'AUDIENCE-RUNS');

/** The latest count of the audience of a broadcast. */
export const findCount = (tenant: TenantStore, id: string): Promise<AudienceCountItem | undefined> =>
  tenant.get(countKey(tenant, id), { consistent: true });

/** Stores a count; the run that it is written with says whether it is still the latest one. */
export const putCount = (tenant: TenantStore, count: AudienceCountItem): Change =>
  put(countKey(tenant, count.id), count);

export const removeCount = (tenant: TenantStore, id: string): Change => remove(countKey(tenant, id));

/** Calls the job. */
export const callCount = (
  tenant: TenantStore,
  { id, ttl }: Pick<AudienceCountItem, 'id' | 'ttl'>,
  mark: string,
): Change =>
  put(tenant.key<StepItem>(partitionName(id), 'STEP'), { type: 'broadcast-audience-step', mark, ttl });

/** So much of the hash of an address tells it from the others. */
const BYTES_PER_ADDRESS = 8;

/** The changes that store the addresses that were met. */
export function putAddresses(
  tenant: TenantStore,
  { id, ttl }: AudienceCountItem,
  addresses: ReadonlySet<string>,
): Change[] {
  const bytes = Buffer.concat([...addresses].map((address) => Buffer.from(address, 'base64url')));
  return splitBytes(bytes).map((part, index) =>
    put(addressesKey(tenant, id, index), { type: 'broadcast-audience-addresses', bytes: part, ttl }),
  );
}

/** The addresses that were stored. One query. */
export async function loadAddresses(tenant: TenantStore, id: string): Promise<Set<string>> {
  const parts = await tenant.queryAll(tenant.partition<AddressesItem>(partitionName(id)), {
    ...{ beginsWith: 'ADDRESSES#', consistent: true },
  });
  const bytes = Buffer.concat(parts.map((part) => part.bytes));
  return new Set(
    Array.from({ length: bytes.length / BYTES_PER_ADDRESS }, (_, index) =>
      bytes.subarray(index * BYTES_PER_ADDRESS, (index + 1) * BYTES_PER_ADDRESS).toString('base64url'),
    ),
  );
}

/** A hash of an address as a count remembers it. */
export const shortenAddress = (hash: string): string =>
  Buffer.from(hash, 'base64url').subarray(0, BYTES_PER_ADDRESS).toString('base64url');
