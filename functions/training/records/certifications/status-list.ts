// Revoked credentials of a tenant: one small item per revoked credential, from which Bitstring Status Lists are built
// on request.
import { type Change, put } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import type { CertificationItem } from '../training-record/certification.ts';

/** The number of credentials per list: the minimum of the standard, for herd privacy (VC Bitstring 2.1, 6.1). */
export const statusListLength = 131_072;

/** A credential's position: the tenant's list, counted from 0, and the bit in it. */
export interface StatusPosition {
  readonly list: number;
  readonly index: number;
}

/** The position of the certification with this `statusIndex`. */
export const toStatusPosition = (statusIndex: number): StatusPosition => ({
  list: Math.floor(statusIndex / statusListLength),
  index: statusIndex % statusListLength,
});

/** A bit that is set; never changed or removed, because a revocation is final. */
interface RevokedItem {
  readonly type: 'revoked-status';
  readonly index: number;
  readonly certificationId: string;
}

const partitionName = (list: number): string => `STATUS-LIST#${list}`;
const revokedPartition = (tenant: TenantStore, list: number): Partition<RevokedItem> =>
  tenant.partition(partitionName(list));
const revokedKey = (tenant: TenantStore, { list, index }: StatusPosition): Key<RevokedItem> =>
  tenant.key(partitionName(list), String(index).padStart(6, '0'));

/**
 * Revokes a certification's credential; add it to the transaction that revokes the certification. It can be repeated.
 * Each credential has its own item instead of a bit in a shared item, so that a thousand concurrent revocations do not
 * wait for each other; reading costs about 100 bytes per revoked credential. The commit fails with 409 when another
 * certification has the same `statusIndex`.
 */
export function buildRevocationChanges(
  tenant: TenantStore,
  { id, statusIndex }: Pick<CertificationItem, 'id' | 'statusIndex'>,
): Change[] {
  const position = toStatusPosition(statusIndex);
  return [
    put(
      revokedKey(tenant, position),
      { type: 'revoked-status', index: position.index, certificationId: id },
      {
        condition: {
          expression: 'attribute_not_exists(pk) OR #certificationId = :certificationId',
          names: { '#certificationId': 'certificationId' },
          values: { ':certificationId': id },
        },
        onConflict: new Failure(
          'CONFLICT',
          'Another certification has the same position in the status list.',
        ),
      },
    ),
  ];
}

/** The set bits of a list, ascending. One read per 9,000 revoked credentials. */
export async function listRevokedIndexes(tenant: TenantStore, list: number): Promise<readonly number[]> {
  const revoked = await tenant.queryAll(revokedPartition(tenant, list), { consistent: true });
  return revoked.map(({ index }) => index);
}
