// Stores a discount code by what is written, with the number of its redemptions beside it, which every registration's
// transaction checks, and a pointer by its id.
import { type Change, ifAbsent, put, remove, update } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { alreadyExists, notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { type CountedList, countedList } from '../../../shared/lists/counted-list.ts';
import { type DiscountCodeItem, foldCode } from './discount-code.ts';

/** How often a code was redeemed. A redemption decided on an earlier version of the code is retried. */
export interface DiscountUsesItem {
  readonly type: 'discount-code-uses';
  readonly codeVersion: number;
  readonly total: number;
}

interface DiscountPointerItem {
  readonly type: 'discount-code-pointer';
  readonly code: string;
}

export const discountCodes = (tenant: TenantStore): CountedList<DiscountCodeItem> =>
  countedList<DiscountCodeItem>(tenant, 'DISCOUNT-CODES');
const codeSort = ({ createdDate, id }: DiscountCodeItem): string => `${createdDate}#${id}`;

export const discountCodeKey = (tenant: TenantStore, code: string): Key<DiscountCodeItem> =>
  tenant.key(`DISCOUNT-CODE#${foldCode(code)}`, 'CODE');
export const discountUsesKey = (tenant: TenantStore, code: string): Key<DiscountUsesItem> =>
  tenant.key(`DISCOUNT-CODE#${foldCode(code)}`, 'USES');
const pointerKey = (tenant: TenantStore, id: string): Key<DiscountPointerItem> =>
  tenant.key(`DISCOUNT-CODE-ID#${id}`, 'POINTER');

export interface StoredCode {
  readonly item: DiscountCodeItem;
  readonly redeemed: number;
}

/** The code that is written so, with the number of its redemptions; one round trip. */
export async function findDiscountCode(tenant: TenantStore, code: string): Promise<StoredCode | undefined> {
  const keys: Key<DiscountCodeItem | DiscountUsesItem>[] = [
    discountCodeKey(tenant, code),
    discountUsesKey(tenant, code),
  ];
  const [item, uses] = await tenant.getMany(keys, { consistent: true });
  if (item?.type !== 'discount-code') return undefined;
  return { item, redeemed: uses?.type === 'discount-code-uses' ? uses.total : 0 };
}

/** @throws Failure 404 */
export async function requireDiscountCode(tenant: TenantStore, id: string): Promise<StoredCode> {
  const pointer = await tenant.get(pointerKey(tenant, id), { consistent: true });
  const found = pointer && (await findDiscountCode(tenant, pointer.code));
  if (!found) throw notFound('discount code', id);
  return found;
}

/** How often these codes were redeemed, in their order; a round trip per hundred. */
export async function countRedemptions(
  tenant: TenantStore,
  codes: readonly DiscountCodeItem[],
): Promise<number[]> {
  const uses = await tenant.getMany(codes.map(({ code }) => discountUsesKey(tenant, code)));
  return uses.map((item) => item?.total ?? 0);
}

export const insertDiscountCode = async (tenant: TenantStore, item: DiscountCodeItem): Promise<Change[]> => [
  put(discountCodeKey(tenant, item.code), item, {
    condition: ifAbsent,
    onConflict: alreadyExists('discount code', 'code', item.code),
    listed: { listing: discountCodes(tenant).listing, sort: codeSort(item) },
  }),
  put(discountUsesKey(tenant, item.code), {
    type: 'discount-code-uses',
    codeVersion: item.version,
    total: 0,
  }),
  put(pointerKey(tenant, item.id), { type: 'discount-code-pointer', code: foldCode(item.code) }),
  ...(await discountCodes(tenant).changesForInsert(codeSort(item))),
];

export const replaceDiscountCode = (
  tenant: TenantStore,
  before: DiscountCodeItem,
  after: DiscountCodeItem,
  ifMatch: IfMatch | undefined,
): Change[] => [
  put(discountCodeKey(tenant, after.code), after, {
    ...ifUnchanged(before.version, ifMatch),
    listed: { listing: discountCodes(tenant).listing, sort: codeSort(after) },
  }),
  update(discountUsesKey(tenant, after.code), { set: { codeVersion: after.version } }),
];

/** Removes a code that counts as redeemed by nobody; retried when it was redeemed meanwhile. */
export const removeDiscountCode = async (
  tenant: TenantStore,
  before: DiscountCodeItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> => [
  remove(discountCodeKey(tenant, before.code), ifUnchanged(before.version, ifMatch)),
  remove(discountUsesKey(tenant, before.code), {
    condition: { expression: '#total = :none', names: { '#total': 'total' }, values: { ':none': 0 } },
    onConflict: 'retry',
  }),
  remove(pointerKey(tenant, before.id)),
  ...(await discountCodes(tenant).changesForRemove(codeSort(before))),
];
