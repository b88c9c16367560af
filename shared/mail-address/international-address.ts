// Mail addresses with characters outside ASCII: which parts every mail server accepts, and which only some do.
import { domainToASCII } from 'node:url';

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

const splitAddress = (address: string): readonly [local: string, domain: string] => {
  const atSign = address.lastIndexOf('@');
  return atSign < 0 ? [address, ''] : [address.slice(0, atSign), address.slice(atSign + 1)];
};

/**
 * The address with its domain in ASCII, which every mail server accepts (RFC 5890 2.3.2.1), where the rest of it is; any other text unchanged.
 *
 * @example withAsciiDomain('jo@müller.example') // 'jo@xn--mller-kva.example'
 */
export function toAsciiDomain(address: string): string {
  const [local, domain] = splitAddress(address);
  if (!isAscii(local) || isAscii(domain)) return address;
  const ascii = domainToASCII(domain);
  return ascii === '' ? address : `${local}@${ascii}`;
}

/** The domain of an address in ASCII. */
export const getAsciiDomain = (address: string): string => {
  const [, domain] = splitAddress(address);
  return domainToASCII(domain) || domain;
};

/**
 * The form in which addresses are compared: an address has one, whichever way its domain is written and its letters are composed.
 *
 * @example normalizeAddress(' Jo@Müller.example') // 'jo@xn--mller-kva.example'
 */
export function normalizeAddress(address: string): string {
  const folded = address.trim().toLowerCase();
  if (isAscii(folded)) return folded;
  const [local, domain] = splitAddress(folded.normalize('NFC'));
  return domain === '' ? local : `${local}@${domainToASCII(domain) || domain}`;
}

/** Whether only servers with SMTPUTF8 accept the part before the @ (RFC 6531). */
export const needsSmtpUtf8 = (address: string): boolean =>
  address.includes('@') && !isAscii(splitAddress(address)[0]);
