// What a registration for a class costs, with the discount code that its request sends.

import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { toMinorUnits } from '../../../../shared/money/currency.ts';
import {
  applyDiscount,
  type LoadedDiscount,
  moveRedemptions,
  type RedemptionChange,
} from '../../discount-codes/redemption.ts';
import { buildPrice, type Price } from '../../prices/price.ts';
import type { RegistrationContext } from '../outcome/context.ts';
import { isLive, type RegistrationItem } from '../record/registration.ts';
import type { StatusChange } from '../seats/seats.ts';

/**
 * The price of a registration.
 * @param today YYYY-MM-DD in the tenant's time zone
 * @throws Failure 422 DISCOUNT_NOT_VALID
 */
export function computeRegistrationPrice(
  { item, awardId, fee, currency, tax }: RegistrationContext,
  discount: LoadedDiscount | undefined,
  today: string,
): Price {
  const minor = toMinorUnits(fee, currency);
  const redeemed =
    discount &&
    applyDiscount(discount, {
      ...{ courseId: item.courseId, classId: item.id, awardId, currency, today, fee: minor },
    });
  return buildPrice(minor, currency, redeemed, tax);
}

/** Whether an end of a registration gives its redemption back: a cancellation only where the code says so. */
const returnsRedemption = (
  { status, price }: RegistrationItem,
  { notificationKind }: StatusChange,
): boolean =>
  status !== 'Cancelled' ||
  notificationKind === 'classCancelled' ||
  price?.discount?.returnsWhenCancelled === true;

/** A redemption that a status change gives back, or that a transferred seat takes over. */
function findRedemptionChange(statusChange: StatusChange): RedemptionChange[] {
  const { before, after } = statusChange;
  const wasLive = before !== undefined && isLive(before.status);
  const { price, memberId: personId } = after;
  const code = price?.discount?.code;
  if (code === undefined || wasLive === isLive(after.status)) return [];
  // A new registration redeems its code itself, unless it takes over a seat with its price.
  if (!wasLive) return after.transferredFrom === undefined ? [] : [{ personId, code, by: 1 }];
  return returnsRedemption(after, statusChange) ? [{ personId, code, by: -1 }] : [];
}

/** The writes of redemptions by status changes. */
export const buildRedemptionChanges = (
  tenant: TenantStore,
  statusChanges: readonly StatusChange[],
): Change[] => moveRedemptions(tenant, statusChanges.flatMap(findRedemptionChange));
