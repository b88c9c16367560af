// For how long the platform's resources keep what they hold, in days (docs/aws.md#backups, docs/runbooks.md).

/** A call that was given up, in the queue of dead letters. */
export const deadLetterDays = 14;
/** Backups and their copies, by default. */
export const backupDays = 35;
/** The least that a vault's lock lets any backup be kept; nobody can delete one before. */
export const lockedDays = 7;
