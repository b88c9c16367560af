// Values of records as entries of a drop-down list.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type ListedField, listValues } from '../../../../shared/directory/writing/listed-values.ts';
import type { Choice } from './contract.ts';

/** Texts that are their own ids. */
export const toChoices = (values: readonly string[]): Choice[] =>
  values.map((value) => ({ id: value, name: value }));

/** The values of a field as entries: filters compare texts, so a value is its own id. */
export const loadChoices = async (tenant: TenantStore, field: ListedField): Promise<Choice[]> =>
  toChoices(await listValues(tenant, field));
