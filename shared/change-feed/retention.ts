// For how long the changes of a tenant are stored (docs/interface/crm.md#retention-of-changes).

/** For how many days unless the tenant sets another number. */
export const defaultChangeRetentionDays = 400;

/** The numbers of days that a tenant may set: a week gives every reader time to catch up after an outage. */
export const changeRetentionDays = { least: 7, most: 3_650 } as const;
