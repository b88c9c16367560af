// The secrets of a webhook as they are kept: by name, two alive during a rotation.

/** One secret of a webhook as it is kept: its name alone. Dates are ISO 8601 UTC. */
export interface NamedSecret {
  readonly id: string;
  readonly createdDate: string;
  /** When it stops signing; without it, never. */
  readonly expires?: string | undefined;
}

/** A webhook never has more than two secrets that sign: the old one and the one that replaces it. */
const MAX_ACTIVE_SECRETS = 2;

/** The secrets that sign at a moment, the newest first. */
export const filterActiveSecrets = (secrets: readonly NamedSecret[], now: Date): readonly NamedSecret[] =>
  secrets
    .filter(({ expires }) => expires === undefined || Date.parse(expires) > now.getTime())
    .toReversed()
    .slice(0, MAX_ACTIVE_SECRETS);
