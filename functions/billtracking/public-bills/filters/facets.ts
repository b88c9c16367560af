// What the bills that are tracked have, for the lists that filters choose from: each value once, by text.
import { labelId } from '../labels.ts';

/** A value with the number of bills that have it. */
interface Facet {
  readonly value: string;
  readonly text: string;
  readonly count: number;
}

/** Each value of some bills once, by text; a bill that has it twice counts once. */
export function buildFacets<B>(
  bills: readonly B[],
  valuesOf: (bill: B) => readonly { readonly value: string; readonly text: string }[],
): Facet[] {
  const found = new Map<string, { value: string; text: string; count: number }>();
  for (const bill of bills)
    for (const [value, text] of new Map(valuesOf(bill).map((one) => [one.value, one.text]))) {
      const facet = found.get(value) ?? { value, text, count: 0 };
      facet.count += 1;
      found.set(value, facet);
    }
  return [...found.values()].sort(
    (a, b) => a.text.localeCompare(b.text, 'en') || (a.value < b.value ? -1 : 1),
  );
}

/** Free words by the ids that follow from them: `Housing` and `housing` are one. */
export const buildLabelFacets = <B>(
  tenantCode: string,
  bills: readonly B[],
  labelsOf: (bill: B) => readonly string[],
): Facet[] =>
  buildFacets(bills, (bill) => labelsOf(bill).map((text) => ({ value: labelId(tenantCode, text), text })));

/** A facet as the callers' drop-down lists read it. */
export const presentOption = ({ value, text }: Facet) => ({ value, text });

/** A text that is its own value; none when there is no text. */
export const textOption = (text: string | undefined) =>
  text === undefined || text === '' ? [] : [{ value: text, text }];
