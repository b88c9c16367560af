// Where the counters of a new tenant's people begin, so that people who register at once do not share one.

/**
 * Surnames that divide people into twenty parts of about the same size: those of the 8,800 officials of all American states
 * (openstates/people). Where a tenant's names are others, the counters divide by the names it has.
 */
export const surnameParts: readonly string[] = [
  ...['bas', 'bre', 'cav', 'cun', 'dwy', 'fre', 'gre', 'hes', 'jen', 'kra'],
  ...['lup', 'mcn', 'nav', 'pen', 'rey', 'sch', 'spe', 'tip', 'web'],
];
