// The secrets of a webhook as they are stored: by id, two of them active during a rotation.

/** One secret of a webhook as it is stored: its id, without its text. Dates are ISO 8601 UTC. */
export interface NamedSecret {
  readonly id: string;
  readonly createdDate: string;
  /** When it stops signing; absent when it does not expire. */
  readonly expires?: string | undefined;
}

/** At most two secrets sign: the previous one and the one that replaces it. */
const MAX_ACTIVE_SECRETS = 2;

/** The secrets that are active at a moment, the newest first. */
export const filterActiveSecrets = (secrets: readonly NamedSecret[], now: Date): readonly NamedSecret[] =>
  secrets
    .filter(({ expires }) => expires === undefined || Date.parse(expires) > now.getTime())
    .toReversed()
    .slice(0, MAX_ACTIVE_SECRETS);
