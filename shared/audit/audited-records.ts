// The names of the records of area C whose changes are audited; settings are audited under their own names.

export const auditedRecords = ['User', 'Client', 'Tenant'] as const;

export type AuditedRecord = (typeof auditedRecords)[number];
