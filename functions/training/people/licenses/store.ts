// Stores licenses in the record of their person, listed by board, with a claim on board and number.
import { type Change, ifAbsent, insert, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { conflict, Failure, notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { recordSortPrefixes, trainingRecord } from '../../records/training-record/training-record.ts';
import { type LicenseItem, maxLicenses, toBoardKey } from './license.ts';

/** Which license has a number of a board. */
interface LicenseNumberItem {
  readonly type: 'license-number';
  readonly licenseId: string;
  readonly personId: string;
}

export const licenseKey = (tenant: TenantStore, personId: string, id: string): Key<LicenseItem> =>
  tenant.key(`TRAINING-RECORD#${personId}`, `${recordSortPrefixes.license}${id}`);

const numberKey = (tenant: TenantStore, { numberKey: number }: LicenseItem): Key<LicenseNumberItem> =>
  tenant.key(`LICENSE-NUMBER#${number}`, 'CLAIM');

/** The licenses of a board. */
export const licensesByBoard = (tenant: TenantStore, board: string): Partition<LicenseItem> =>
  tenant.listing(`LICENSES-OF-BOARD#${toBoardKey(board)}`);

/** The licenses of a person. One query. */
export const listLicenses = (
  tenant: TenantStore,
  personId: string,
  options?: { readonly consistent?: boolean },
): Promise<LicenseItem[]> =>
  tenant.queryAll(trainingRecord<LicenseItem>(tenant, personId), {
    beginsWith: recordSortPrefixes.license,
    ...options,
  });

/** A license of the person. @throws Failure 404 */
export async function requireLicense(
  tenant: TenantStore,
  personId: string,
  id: string,
): Promise<LicenseItem> {
  const license = await tenant.get(licenseKey(tenant, personId, id), { consistent: true });
  if (!license) throw notFound('license', id);
  return license;
}

const claimNumber = (tenant: TenantStore, after: LicenseItem): Change =>
  put(
    numberKey(tenant, after),
    { type: 'license-number', licenseId: after.id, personId: after.personId },
    {
      condition: ifAbsent,
      onConflict: new Failure(
        'ALREADY_EXISTS',
        `There is already a license of ${after.board} with the number ${after.number}.`,
        { target: 'number' },
      ),
    },
  );

const putOptions = (tenant: TenantStore, { board, id }: LicenseItem) =>
  ({ listed: { listing: licensesByBoard(tenant, board), sort: id } }) as const;

/**
 * Inserts a license. Two changes.
 * @throws Failure 409 when the person has the most licenses already
 */
export function insertLicense(
  tenant: TenantStore,
  item: LicenseItem,
  others: readonly LicenseItem[],
): Change[] {
  if (others.length >= maxLicenses)
    throw conflict(`A person can have at most ${maxLicenses} licenses; remove one first.`);
  return [
    insert(licenseKey(tenant, item.personId, item.id), item, putOptions(tenant, item)),
    claimNumber(tenant, item),
  ];
}

export const replaceLicense = (
  tenant: TenantStore,
  before: LicenseItem,
  after: LicenseItem,
  ifMatch: IfMatch | undefined,
): Change[] => [
  put(licenseKey(tenant, after.personId, after.id), after, {
    ...ifUnchanged(before.version, ifMatch),
    ...putOptions(tenant, after),
  }),
  ...(before.numberKey === after.numberKey
    ? []
    : [remove(numberKey(tenant, before)), claimNumber(tenant, after)]),
];

export const removeLicense = (
  tenant: TenantStore,
  before: LicenseItem,
  ifMatch: IfMatch | undefined,
): Change[] => [
  remove(licenseKey(tenant, before.personId, before.id), ifUnchanged(before.version, ifMatch)),
  remove(numberKey(tenant, before)),
];
