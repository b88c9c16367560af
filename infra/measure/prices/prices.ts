// The prices that costs are computed with, from the dated price file in this folder.
import file from './prices.json' with { type: 'json' };

/** What AWS charges for. */
export type PricedItem = keyof typeof file.prices;

/** The price of one unit, in dollars. */
export const getUnitPrice = (what: PricedItem): number => file.prices[what].dollars / file.prices[what].per;

/** The region of the prices. */
export const priceRegion: string = file.region;

/** Every price with what it is for, where it was read, and on which day. */
export const prices: readonly {
  readonly item: string;
  readonly dollars: number;
  readonly per: number;
  readonly of: string;
  readonly source: string;
  /** ISO 8601, a day. */
  readonly date: string;
}[] = Object.entries(file.prices).map(([item, price]) => ({ item, ...price }));
