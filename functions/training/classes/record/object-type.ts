// The object type of a class by its id, or by the number that class responses give (docs/interface/training.md#types).
import type { TenantStore } from '../../../../shared/data/store.ts';
import { listTypesOfKind } from '../../settings/types/store.ts';
import { typeNumber } from '../../settings/types/training-type.ts';

/** Replaces the number of an object type by its id; an unknown number stays and is rejected by validation. */
export async function resolveObjectType<B extends { readonly objectTypeId?: string | null | undefined }>(
  tenant: TenantStore,
  body: B,
): Promise<B> {
  const { objectTypeId } = body;
  if (typeof objectTypeId !== 'string' || !/^\d+$/.test(objectTypeId)) return body;
  const types = await listTypesOfKind(tenant, 'objectType');
  const named = types.find(({ id }) => typeNumber(id) === Number(objectTypeId));
  return named ? { ...body, objectTypeId: named.id } : body;
}
