// The settings of self-reported credits (docs/interface/training.md#self-reported-credits).
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import type { SelfReportedSettings, TrainingSettingsItem } from '../../training-settings.ts';
import { validateUniqueCreditTypes } from '../types/credit-amounts.ts';
import { lastModified, nextVersion } from '../version.ts';
import type { SelfReportedCreditsInput } from './contract.ts';

const none: SelfReportedSettings = { excludedTypes: [], limits: [] };

/** Every credit type must exist and be limited once, and the role must be one of the tenant's. */
export const validateSelfReported = (
  { excludedTypes, limits, reviewerRole }: SelfReportedCreditsInput,
  types: ReadonlyMap<string, unknown>,
  roles: Readonly<Record<string, unknown>>,
): ErrorDetail[] => [
  ...(excludedTypes ?? []).flatMap((id, index) =>
    types.has(id) ? [] : [unknownId('credit type', id, `excludedTypes[${index}]`)],
  ),
  ...(limits ?? []).flatMap(({ creditTypeId: id }, index) =>
    types.has(id) ? [] : [unknownId('credit type', id, `limits[${index}].creditTypeId`)],
  ),
  ...validateUniqueCreditTypes(
    (limits ?? []).map(({ creditTypeId, maximum }) => ({ creditTypeId, credits: maximum })),
    'limits',
  ),
  ...(!reviewerRole || Object.hasOwn(roles, reviewerRole)
    ? []
    : [
        {
          code: 'UNKNOWN_VALUE',
          message: `reviewerRole must be a role of the tenant: ${Object.keys(roles).join(', ')}; but was ${reviewerRole}.`,
          target: 'reviewerRole',
        } satisfies ErrorDetail,
      ]),
];

/** Applies what was sent and gives the item the next version. */
export function applySelfReportedInput(
  before: TrainingSettingsItem,
  { excludedTypes, limits, reviewerRole, mayWriteLicenses }: SelfReportedCreditsInput,
  now: Date,
): TrainingSettingsItem {
  const current = before.selfReported ?? none;
  const role = reviewerRole === undefined ? current.reviewerRole : reviewerRole;
  return {
    ...before,
    ...nextVersion(before, now),
    selfReported: {
      excludedTypes: [...new Set(excludedTypes ?? current.excludedTypes)],
      limits: limits ?? current.limits,
      ...(role && { reviewerRole: role }),
      mayWriteLicenses: mayWriteLicenses ?? current.mayWriteLicenses,
    },
  };
}

/** Presents the settings. */
export const presentSelfReportedSettings = (item: TrainingSettingsItem) => ({
  ...(item.selfReported ?? none),
  mayWriteLicenses: item.selfReported?.mayWriteLicenses ?? false,
  modifiedDate: lastModified(item),
});
