// Which credentials of a tenant are revoked: one small item per revoked one, a Bitstring Status List when somebody asks.
import { type Change, put } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import type { CertificationItem } from '../records/certification.ts';

/** How many credentials one list speaks of: the least the standard allows, for herd privacy (VC Bitstring 2.1, 6.1). */
export const statusListLength = 131_072;

/** A credential's place: which of the tenant's lists, counted from 0, and which bit in it. */
export interface StatusPosition {
  readonly list: number;
  readonly index: number;
}

/** The place of the certification with this `statusIndex`. */
export const toStatusPosition = (statusIndex: number): StatusPosition => ({
  list: Math.floor(statusIndex / statusListLength),
  index: statusIndex % statusListLength,
});

/** A bit that is set; never changed nor removed, as what is revoked stays so. */
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
 * Revokes a certification's credential; add it to the transaction that revokes the certification. Doing it twice does no
 * harm. An item of its own per credential, and not a bit in a shared one, so that a thousand revocations at once do not
 * wait for each other; the price is paid by the reader, about 100 bytes per revoked credential.
 * The commit refuses with 409 when another certification was given the same `statusIndex`.
 */
export function buildRevocationChanges(
  tenant: TenantStore,
  { id, statusIndex }: Pick<CertificationItem, 'id' | 'statusIndex'>,
): Change[] {
  const place = toStatusPosition(statusIndex);
  return [
    put(
      revokedKey(tenant, place),
      { type: 'revoked-status', index: place.index, certificationId: id },
      {
        condition: {
          expression: 'attribute_not_exists(pk) OR #certificationId = :certificationId',
          names: { '#certificationId': 'certificationId' },
          values: { ':certificationId': id },
        },
        otherwise: new Failure('CONFLICT', 'Another certification has the same place in the status list.'),
      },
    ),
  ];
}

/** The set bits of a list, ascending. One read per 9,000 revoked credentials. */
export async function listRevokedIndexes(tenant: TenantStore, list: number): Promise<readonly number[]> {
  const indexes: number[] = [];
  let page = await tenant.query(revokedPartition(tenant, list), { consistent: true });
  indexes.push(...page.items.map(({ index }) => index));
  while (page.next) {
    page = await tenant.query(revokedPartition(tenant, list), { consistent: true, after: page.next });
    indexes.push(...page.items.map(({ index }) => index));
  }
  return indexes;
}
