// What a registration costs: the fee less a discount, with tax (docs/interface/training.md#prices). All amounts are whole
// minor units of the currency (ISO 4217).
import { fromMinorUnits } from '../../../shared/money/currency.ts';

/** How much a discount takes off. */
export type DiscountTerms =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'amount'; readonly amount: number };

/** A discount of a price: the code's terms as they were, and what they took off. */
export interface PriceDiscount {
  readonly codeId: string;
  readonly code: string;
  readonly terms: DiscountTerms;
  readonly amount: number;
  /** Whether a cancelled registration gives the redemption back. */
  readonly returnsWhenCancelled: boolean;
}

/** A rate of tax as it was. */
export interface TaxTerms {
  readonly rateId: string;
  readonly name: string;
  /** In percent, with up to three decimals. */
  readonly rate: number;
  /** Whether fees include the tax; otherwise it is added to them. */
  readonly isInclusive: boolean;
}

export interface Price {
  readonly currency: string;
  /** By phase and kind of registrant. */
  readonly fee: number;
  readonly discount?: PriceDiscount | undefined;
  readonly tax?: (TaxTerms & { readonly amount: number }) | undefined;
  readonly total: number;
}

/** Half a unit is rounded up; exact for all amounts of money, because both are whole. */
const divideRounded = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor));

/** What a discount takes off a fee, at most all of it. */
export const computeDiscount = (fee: number, terms: DiscountTerms): number =>
  Math.min(
    fee,
    terms.kind === 'percent' ? divideRounded(fee * Math.round(terms.percent * 100), 10_000) : terms.amount,
  );

/** The tax of one amount: contained in it when the rate is inclusive. */
export function computeTax(
  net: number,
  { rate, isInclusive }: Pick<TaxTerms, 'rate' | 'isInclusive'>,
): number {
  const thousandths = Math.round(rate * 1000);
  return divideRounded(net * thousandths, isInclusive ? 100_000 + thousandths : 100_000);
}

/** The price of a fee. Tax is computed of the fee less the discount, and rounded once. */
export function buildPrice(
  fee: number,
  currency: string,
  discount: Omit<PriceDiscount, 'amount'> | undefined,
  tax: TaxTerms | undefined,
): Price {
  const taken = discount && { ...discount, amount: computeDiscount(fee, discount.terms) };
  const net = fee - (taken?.amount ?? 0);
  const taxed = tax && { ...tax, amount: computeTax(net, tax) };
  const total = net + (taxed && !taxed.isInclusive ? taxed.amount : 0);
  return { currency, fee, discount: taken, tax: taxed, total };
}

/** The price with another fee, under the same terms. */
export const changeFee = ({ currency, discount, tax }: Price, fee: number): Price =>
  buildPrice(fee, currency, discount, tax);

/** A price in the interface's form, in the currency's own units. */
export function presentPrice({ currency, fee, discount, tax, total }: Price) {
  const toAmount = (minor: number): number => fromMinorUnits(minor, currency);
  return {
    currency,
    fee: toAmount(fee),
    ...(discount && {
      discount: {
        code: discount.code,
        ...(discount.terms.kind === 'percent' && { percent: discount.terms.percent }),
        amount: toAmount(discount.amount),
      },
    }),
    ...(tax && {
      tax: {
        name: tax.name,
        rate: tax.rate,
        isInclusive: tax.isInclusive,
        amount: toAmount(tax.amount),
      },
    }),
    total: toAmount(total),
  };
}
