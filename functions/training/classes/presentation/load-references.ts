// Loads the records that classes refer to, for a whole page in one round trip.
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { type PersonItem, personKey } from '../../../../shared/directory/people/person-store.ts';
import { type AwardItem, awardKey } from '../../awards/record/award-record.ts';
import { type CourseItem, courseKey } from '../../courses/course.ts';
import { type ApprovalChainItem, approvalChainKey } from '../../settings/approval-chains/approval-chain.ts';
import { listTypesOfKind, typeKey } from '../../settings/types/store.ts';
import type { TrainingTypeItem } from '../../settings/types/training-type.ts';
import { findCurrency, type TrainingSettingsItem, trainingSettingsKey } from '../../training-settings.ts';
import type { ClassItem } from '../record/class.ts';
import type { ClassReferences } from './references.ts';

type Reference =
  | CourseItem
  | AwardItem
  | ApprovalChainItem
  | TrainingTypeItem
  | PersonItem
  | TrainingSettingsItem;

const listReferenceKeys = (tenant: TenantStore, item: ClassItem): Key<Reference>[] => [
  courseKey(tenant, item.courseId),
  ...(item.awardId === undefined ? [] : [awardKey(tenant, item.awardId)]),
  ...(item.objectTypeId === undefined ? [] : [typeKey(tenant, 'objectType', item.objectTypeId)]),
  ...(item.registration.approvalChainId === undefined
    ? []
    : [approvalChainKey(tenant, item.registration.approvalChainId)]),
  ...item.instructors.map(({ personId }) => personKey(tenant, personId)),
  ...[item.createdBy, item.modifiedBy].flatMap((id) => (id === undefined ? [] : [personKey(tenant, id)])),
];

/** The records of some types, by id. */
function indexByType<K extends Reference['type']>(
  found: readonly (Reference | undefined)[],
  types: readonly K[],
): ReadonlyMap<string, Extract<Reference, { readonly type: K }>> {
  const isWanted = (item: Reference): item is Extract<Reference, { readonly type: K }> =>
    types.some((type) => type === item.type);
  return new Map(found.flatMap((item) => (item && isWanted(item) ? [[item.id, item] as const] : [])));
}

/**
 * Everything that some classes refer to. Two parallel reads: the records by key (a round trip per hundred distinct
 * ones) and the tenant's few credit types.
 */
export async function loadClassReferences(
  tenant: TenantStore,
  items: readonly ClassItem[],
): Promise<ClassReferences> {
  const [found, creditTypes] = await Promise.all([
    items.length === 0
      ? []
      : tenant.getMany([
          trainingSettingsKey(tenant),
          ...items.flatMap((item) => listReferenceKeys(tenant, item)),
        ]),
    listTypesOfKind(tenant, 'creditType'),
  ]);
  const types = indexByType(found, ['objectType']);
  return {
    courses: indexByType(found, ['course']),
    awards: indexByType(found, ['award']),
    chains: indexByType(found, ['approval-chain']),
    people: indexByType(found, ['person']),
    currency: findCurrency(found),
    types: new Map([...types, ...creditTypes.map((type) => [type.id, type] as const)]),
  };
}
