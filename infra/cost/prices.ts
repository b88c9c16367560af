// The prices everything is reckoned by, from the dated price file beside this one.
import file from './prices.json' with { type: 'json' };

/** What is paid for. */
export type PricedItem = keyof typeof file.prices;

/** Dollars for one of it. */
export const getUnitPrice = (what: PricedItem): number => file.prices[what].dollars / file.prices[what].per;

/** Where the prices hold, and when they were read. */
export const priceSource: { readonly region: string; readonly date: string } = {
  region: file.region,
  date: file.date,
};
