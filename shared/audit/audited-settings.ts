// The names of the settings whose changes are audited.

/** Each name is the last part of the setting's path. */
export const auditedSettings = [
  'AccessPolicy',
  'AccountMailTexts',
  'ApprovalChains',
  'BillTracking',
  'Certificates',
  'Certification',
  'Changes',
  'CreditTypes',
  'CustomFields',
  'EngagementRules',
  'FiscalYear',
  'Invoices',
  'LevelTypes',
  'Mail',
  'MailSender',
  'NotificationTemplates',
  'ObjectTypes',
  'Registration',
  'Roles',
  'SelfReportedCredits',
  'SignInPolicy',
  'TaxRates',
] as const;

export type AuditedSetting = (typeof auditedSettings)[number];
