// Amounts of money as text, with the decimals of their currency.

const codes = (text: string): readonly string[] => text.split(' ');

/** The currencies that do not have two decimals, by their number of decimals ("minor unit", ISO 4217 list one). */
const OTHER_MINOR_UNITS: ReadonlyMap<string, number> = new Map([
  ...codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF').map(
    (code) => [code, 0] as const,
  ),
  ...codes('BHD IQD JOD KWD LYD OMR TND').map((code) => [code, 3] as const),
  ...codes('CLF UYW').map((code) => [code, 4] as const),
]);

/**
 * The number of decimals of a currency (ISO 4217). Intl has the customs of cash instead: none for HUF, IDR or COP,
 * whose amounts still have decimals.
 */
export const minorUnit = (currency: string): number => OTHER_MINOR_UNITS.get(currency) ?? 2;

/** How an amount is written: `plain` 1200.00, `grouped` 1,200.00, `symbol` $1,200.00. */
type AmountStyle = 'plain' | 'grouped' | 'symbol';

const formatters = new Map<string, Intl.NumberFormat>();

/** The formatter of a currency. Making one takes longer than formatting a thousand amounts. */
function getFormatter(currency: string, style: AmountStyle): Intl.NumberFormat {
  const name = `${currency} ${style}`;
  const found = formatters.get(name);
  if (found) return found;
  const minimumFractionDigits = minorUnit(currency);
  const formatter = new Intl.NumberFormat('en-US', {
    minimumFractionDigits,
    // One that was stored with more decimals than its currency has now is not rounded in a text.
    maximumFractionDigits: Math.max(2, minimumFractionDigits),
    useGrouping: style !== 'plain',
    ...(style === 'symbol' && { style: 'currency', currency }),
  });
  formatters.set(name, formatter);
  return formatter;
}

/**
 * An amount as text.
 * @example formatAmount(1200, 'USD') // '1200.00'
 * @example formatAmount(1200, 'JPY', 'grouped') // '1,200'
 */
export const formatAmount = (amount: number, currency: string, style: AmountStyle = 'plain'): string =>
  getFormatter(currency, style).format(amount);

/** An amount in whole minor units of its currency (ISO 4217): 1200.5 BHD is 1200500, and 1200 JPY is 1200. */
export const toMinorUnits = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** minorUnit(currency));

/** The amount of whole minor units. */
export const fromMinorUnits = (minor: number, currency: string): number => minor / 10 ** minorUnit(currency);

/** An amount that a division gave, in its currency: a third of 10 USD is 3.33. */
export const roundToMinorUnit = (amount: number, currency: string): number =>
  fromMinorUnits(toMinorUnits(amount, currency), currency);

/** Whether an amount has no more decimals than its currency: 99.5 JPY has. */
export const isPayable = (amount: number, currency: string): boolean =>
  Math.abs(roundToMinorUnit(amount, currency) - amount) < 1e-9;

/** Whether it is the code of a currency (ISO 4217) that this Node knows. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);
