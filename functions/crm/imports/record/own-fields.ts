// The custom fields that columns of a kind can be mapped to.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type CustomFieldItem, listCustomFields } from '../../../../shared/directory/record/custom-field.ts';
import type { ImportKind } from './schemas.ts';

/** The other kinds have none. */
export const listOwnFields = (tenant: TenantStore, kind: ImportKind): Promise<readonly CustomFieldItem[]> =>
  kind === 'people' || kind === 'organizations' ? listCustomFields(tenant, kind) : Promise.resolve([]);
