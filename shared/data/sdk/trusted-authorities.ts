// Which certificate authorities a process trusts. Node reads all of its own, over 140, as soon as TLS is loaded: 12 ms of
// processor time at a cold start. The addresses of AWS need Amazon's five.
//
// The list is the process's: what connects to addresses of others calls `trustAllAuthorities` first.
import { amazonAuthorities } from './amazon-authorities.ts';

let isAmazonOnly = false;

const getTls = () => process.getBuiltinModule('node:tls');

/**
 * Trusts Amazon's authorities and those of NODE_EXTRA_CA_CERTS alone, where the environment says so: TRUSTED_AUTHORITIES is
 * `amazon`, and NODE_OPTIONS has `--use-openssl-ca`, without which Node reads its own authorities all the same.
 */
export function trustAmazonAuthorities({ TRUSTED_AUTHORITIES }: NodeJS.ProcessEnv): void {
  if (TRUSTED_AUTHORITIES !== 'amazon') return;
  const { setDefaultCACertificates, getCACertificates } = getTls();
  setDefaultCACertificates([...amazonAuthorities, ...getCACertificates('extra')]);
  isAmazonOnly = true;
}

/** Whether only Amazon's authorities are trusted now. */
export const trustsAmazonOnly = (): boolean => isAmazonOnly;

/** Trusts all authorities that Node has, from the next connection on. */
export function trustAllAuthorities(): void {
  if (!isAmazonOnly) return;
  isAmazonOnly = false;
  const { setDefaultCACertificates, getCACertificates } = getTls();
  setDefaultCACertificates([...getCACertificates('bundled'), ...getCACertificates('extra')]);
}

const unknownAuthority = new Set([
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
]);

/** Whether a connection was not made because no trusted authority has certified the address. */
export const isUnknownAuthority = (error: unknown): boolean =>
  unknownAuthority.has(String((error as NodeJS.ErrnoException | undefined)?.code));
