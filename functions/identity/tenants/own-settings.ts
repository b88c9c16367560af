// The audit of settings that a tenant can also change itself, regardless of who changes them.
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import { presentSignInPolicy } from '../../../shared/auth/sign-in/sign-in-policy.ts';
import type { SettingChange } from '../../../shared/settings/audit.ts';

const isSame = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after);

/** The role sets that differ from those of the other. */
const selectDifferingRoles = (sets: TenantItem['roles'], other: TenantItem['roles']): TenantItem['roles'] =>
  Object.fromEntries(Object.entries(sets).filter(([role, names]) => !isSame(names, other[role])));

const viewPolicy = ({ access, emailsVisibleTo = 'permission' }: TenantItem) => ({
  ...access.training,
  emailsVisibleTo,
});

/** Area B's policy. */
const viewCrmPolicy = ({ access: { crm } }: TenantItem) => ({ read: crm?.read ?? 'token' });

/** The changes of these settings between two versions of a tenant; all changed role sets are one change. */
export function listSettingChanges(before: TenantItem, after: TenantItem): SettingChange[] {
  return [
    ...(before.fiscalYearStart === after.fiscalYearStart
      ? []
      : [
          {
            setting: 'FiscalYear' as const,
            before: { fiscalYearStart: before.fiscalYearStart },
            after: { fiscalYearStart: after.fiscalYearStart },
          },
        ]),
    ...(isSame(viewPolicy(before), viewPolicy(after))
      ? []
      : [{ setting: 'AccessPolicy' as const, before: viewPolicy(before), after: viewPolicy(after) }]),
    ...(isSame(viewCrmPolicy(before), viewCrmPolicy(after))
      ? []
      : [
          {
            setting: 'AccessPolicy' as const,
            entry: 'crm',
            before: viewCrmPolicy(before),
            after: viewCrmPolicy(after),
          },
        ]),
    ...(isSame(presentSignInPolicy(before), presentSignInPolicy(after))
      ? []
      : [
          {
            setting: 'SignInPolicy' as const,
            before: presentSignInPolicy(before),
            after: presentSignInPolicy(after),
          },
        ]),
    ...(isSame(before.roles, after.roles)
      ? []
      : [
          {
            setting: 'Roles' as const,
            before: selectDifferingRoles(before.roles, after.roles),
            after: selectDifferingRoles(after.roles, before.roles),
          },
        ]),
  ];
}
