// The values that tracked bills have, for the filters of a list of bills.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { labelId } from '../../bills/labels.ts';
import { isInChamber } from '../../bills/record/bill.ts';
import type { BillRow } from '../../bills/record/bill-row.ts';
import { trackedBills } from '../../bills/record/store.ts';

/** A value that a filter accepts, and the text that a form displays. */
interface Option {
  readonly value: string;
  readonly text: string;
}

/** A value with the number of bills that have it. */
interface Facet extends Option {
  readonly count: number;
}

/** The distinct values of some bills, by text. A bill that has a value twice counts once. */
export function buildFacets(
  bills: readonly BillRow[],
  getOptions: (bill: BillRow) => readonly Option[],
): Facet[] {
  const facets = new Map<string, { value: string; text: string; count: number }>();
  for (const bill of bills)
    for (const [value, text] of new Map(getOptions(bill).map((option) => [option.value, option.text]))) {
      const facet = facets.get(value) ?? { value, text, count: 0 };
      facet.count += 1;
      facets.set(value, facet);
    }
  return [...facets.values()].sort(
    (a, b) => a.text.localeCompare(b.text, 'en') || (a.value < b.value ? -1 : 1),
  );
}

/** The distinct values of the tracked bills, by text. */
export const listOptions = async (
  tenant: TenantStore,
  getOptions: (bill: BillRow) => readonly Option[],
): Promise<Option[]> =>
  buildFacets(await trackedBills(tenant), getOptions).map(({ value, text }) => ({ value, text }));

/** The distinct labels of the tracked bills, with their derived ids: `Housing` and `housing` are one. */
export const listLabels = async (
  tenant: TenantStore,
  getLabels: (bill: BillRow) => readonly string[],
): Promise<Facet[]> =>
  buildFacets(await trackedBills(tenant), (bill) =>
    getLabels(bill).map((text) => ({ value: labelId(tenant.code, text), text })),
  );

/** A text that is its own value; none when there is no text. */
export const textOption = (text: string | undefined): Option[] => (text ? [{ value: text, text }] : []);

/** The committees of the tracked bills in one chamber. */
export const listCommittees = (tenant: TenantStore, chamber: 'lower' | 'upper'): Promise<Option[]> =>
  listOptions(tenant, ({ committees }) =>
    committees
      .filter((committee) => isInChamber(committee, chamber))
      .map(({ id, name }) => ({ value: String(id), text: name })),
  );
