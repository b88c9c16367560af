// The names of the settings whose changes are audited.

/** Each as the last part of its address. */
export const auditedSettings = [
  'AccessPolicy',
  'ApprovalChains',
  'BillTracking',
  'Certification',
  'CreditTypes',
  'FiscalYear',
  'LevelTypes',
  'NotificationTemplates',
  'ObjectTypes',
  'Registration',
  'Roles',
] as const;

export type AuditedSetting = (typeof auditedSettings)[number];
