// The prices that costs are computed with, from the dated price file in this folder.
import file from './prices.json' with { type: 'json' };

/** What AWS charges for. */
export type PricedItem = keyof typeof file.prices;

/** The price of one unit, in dollars. */
export const getUnitPrice = (what: PricedItem): number => file.prices[what].dollars / file.prices[what].per;

/** The region of the prices, and the day they were read. */
export const priceSource: { readonly region: string; readonly date: string } = {
  region: file.region,
  date: file.date,
};
