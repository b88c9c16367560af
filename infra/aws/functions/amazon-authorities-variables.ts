// The environment variables that have a function trust Amazon's certificate authorities alone
// (shared/data/sdk/trusted-authorities.ts, docs/performance.md#cold-starts).

/** Without the flag Node reads its own authorities too; with it alone, OpenSSL may find none. */
export const amazonAuthoritiesVariables = {
  NODE_OPTIONS: '--use-openssl-ca',
  TRUSTED_AUTHORITIES: 'amazon',
} as const;
