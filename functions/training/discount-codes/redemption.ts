// Redeems discount codes in the transaction of a registration, and gives redemptions back.
import { type Change, type Condition, update } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { followMerges } from '../../../shared/merges/follow-merges.ts';
import type { PriceDiscount } from '../prices/price.ts';
import {
  type DiscountCodeItem,
  findRedemptionFault,
  foldCode,
  type RedemptionContext,
} from './discount-code.ts';
import { type DiscountUsesItem, discountCodeKey, discountUsesKey } from './store.ts';

/** How often a person has redeemed a code, in their training record. */
export interface PersonUsesItem {
  readonly type: 'discount-code-person';
  readonly personId: string;
  readonly code: string;
  readonly count: number;
}

const personUsesKey = (tenant: TenantStore, personId: string, code: string): Key<PersonUsesItem> =>
  tenant.key(`TRAINING-RECORD#${personId}`, `DISCOUNT#${foldCode(code)}`);

/** A code as it was read for a redemption. */
export interface LoadedDiscount {
  readonly sent: string;
  readonly item: DiscountCodeItem | undefined;
  readonly total: number;
  readonly ofPerson: number;
  /** How many of these are not stored for the person yet, but on their way from one who was merged; less than 0 in an undo. */
  readonly onTheirWay: number;
}

/** The code that a request sent, with its redemptions; one round trip. */
export async function loadDiscount(
  tenant: TenantStore,
  sent: string,
  personId: string,
): Promise<LoadedDiscount> {
  const keys: Key<DiscountCodeItem | DiscountUsesItem | PersonUsesItem>[] = [
    discountCodeKey(tenant, sent),
    discountUsesKey(tenant, sent),
    personUsesKey(tenant, personId, sent),
  ];
  const [item, uses, ofPerson] = await followMerges(tenant).getMany(keys, { consistent: true });
  const getCount = (found: typeof ofPerson): number =>
    found?.type === 'discount-code-person' ? found.count : 0;
  const own = tenant.openMerges
    ? await tenant.get(personUsesKey(tenant, personId, sent), { consistent: true })
    : ofPerson;
  return {
    sent,
    item: item?.type === 'discount-code' ? item : undefined,
    total: uses?.type === 'discount-code-uses' ? uses.total : 0,
    ofPerson: getCount(ofPerson),
    onTheirWay: getCount(ofPerson) - getCount(own),
  };
}

const refuse = (message: string): Failure =>
  new Failure('DISCOUNT_NOT_VALID', message, { target: 'discountCode' });

/**
 * Asserts that there is a code as it was sent.
 * @throws Failure 422 DISCOUNT_NOT_VALID
 */
export function assertCodeExists<D extends Pick<LoadedDiscount, 'sent' | 'item'>>(
  discount: D,
): asserts discount is D & { readonly item: DiscountCodeItem } {
  if (!discount.item)
    throw refuse(
      `There is no discount code ${discount.sent}; check its letters and digits, or leave it out.`,
    );
}

/**
 * The discount of a price by a code, if it can be redeemed.
 * @throws Failure 422 DISCOUNT_NOT_VALID
 */
export function applyDiscount(
  discount: LoadedDiscount,
  context: RedemptionContext & { readonly fee: number },
): Omit<PriceDiscount, 'amount'> {
  assertCodeExists(discount);
  const { item, ...counts } = discount;
  if (context.fee === 0) throw refuse('Nothing is due, so that no discount code is needed; leave it out.');
  const fault = findRedemptionFault(item, context, counts);
  if (fault !== undefined) throw refuse(`${fault} Use another one, or leave it out.`);
  const { id, code, terms, returnsWhenCancelled } = item;
  return { codeId: id, code, terms, returnsWhenCancelled };
}

const total = { '#total': 'total' } as const;

/** The code as it was read, and fewer redemptions than its limit. */
function buildLimitCondition({ version, maxRedemptions }: DiscountCodeItem): Condition {
  const isSame = '#codeVersion = :read';
  const names = { '#codeVersion': 'codeVersion' };
  return maxRedemptions === undefined
    ? { expression: isSame, names, values: { ':read': version } }
    : {
        expression: `${isSame} AND #total < :limit`,
        names: { ...names, ...total },
        values: { ':read': version, ':limit': maxRedemptions },
      };
}

const count = { '#count': 'count' } as const;

const buildPersonCondition = (limit: number): Condition => ({
  expression: 'attribute_not_exists(#count) OR #count < :most',
  names: count,
  values: { ':most': limit },
});

const countPerson = (
  tenant: TenantStore,
  personId: string,
  code: string,
  by: number,
  condition?: Condition,
): Change =>
  update(
    personUsesKey(tenant, personId, code),
    { set: { type: 'discount-code-person', personId, code: foldCode(code) }, add: { count: by } },
    condition && { condition, onConflict: 'retry' },
  );

/** Counts a redemption, within the limits of the code; two writes. Decided again when others redeemed it meanwhile. */
export const redeemDiscount = (
  tenant: TenantStore,
  personId: string,
  item: DiscountCodeItem,
  onTheirWay: number,
): readonly Change[] => [
  update(
    discountUsesKey(tenant, item.code),
    { add: { total: 1 } },
    { condition: buildLimitCondition(item), onConflict: 'retry' },
  ),
  countPerson(
    tenant,
    personId,
    item.code,
    1,
    item.maxPerPerson === undefined ? undefined : buildPersonCondition(item.maxPerPerson - onTheirWay),
  ),
];

/** Somebody's redemption that is given back (-1), or taken over (1) without a limit. */
export interface RedemptionChange {
  readonly personId: string;
  readonly code: string;
  readonly by: 1 | -1;
}

/** The writes of redemptions that are given back and taken over: one for each code and each person. */
export function moveRedemptions(tenant: TenantStore, moved: readonly RedemptionChange[]): Change[] {
  const sum = (changes: readonly RedemptionChange[]): number =>
    changes.reduce((before, { by }) => before + by, 0);
  const byCode = Map.groupBy(moved, ({ code }) => foldCode(code));
  return [...byCode].flatMap(([code, ofCode]) => {
    const byPerson = [...Map.groupBy(ofCode, ({ personId }) => personId)];
    const changed = sum(ofCode);
    return [
      ...(changed === 0 ? [] : [update(discountUsesKey(tenant, code), { add: { total: changed } })]),
      ...byPerson.flatMap(([personId, ofPerson]) => {
        const by = sum(ofPerson);
        return by === 0 ? [] : [countPerson(tenant, personId, code, by)];
      }),
    ];
  });
}
