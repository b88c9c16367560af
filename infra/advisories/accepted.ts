// Known advisories against packages of the lock file that cannot be removed yet, each with the reason why it does no harm.

export interface AcceptedAdvisory {
  /** The id of GitHub's advisory database, as in its address. */
  readonly id: string;
  readonly package: string;
  readonly reason: string;
}

export const acceptedAdvisories: readonly AcceptedAdvisory[] = [
  {
    id: 'GHSA-9m6g-wc8r-q59c',
    package: 'scim-patch',
    reason:
      'Prototype pollution by names in paths and values, fixed in 0.9.2: operations with such a name are refused before the library sees them (functions/identity/scim/operations.ts).',
  },
];
