// The names of the records whose changes are audited; settings are audited under their own names.

export const auditedRecords = [
  'User',
  'Invitation',
  'Client',
  'Tenant',
  'TenantExport',
  'TenantErasure',
  'SigningKey',
  'AccountProvider',
  'IdentityProvider',
  'SignInDomains',
  'Person',
  'PersonManager',
  'OrganizationManager',
  'Session',
  'LegislationDays',
  'DataFeed',
  'ReportSchedule',
  'CampaignTemplate',
  'CampaignParticipation',
  'Subscription',
  'BillSearch',
  'ReportedCredit',
  'BillNote',
  'SessionAttendance',
  'AttendanceRule',
  'Overbooking',
  'DiscountCode',
  'Invoice',
] as const;

export type AuditedRecord = (typeof auditedRecords)[number];
