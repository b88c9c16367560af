// The names of the local platform's secrets.

/** The secret with the private signing keys. */
export const signingKeysSecretId = 'rostrum/signing-keys';

/** The secret that seals the tenants' credential keys. */
export const credentialKeysSecretId = 'rostrum/credential-keys';
