// Mail addresses with letters outside ASCII: what every mail server takes of them, and what only some do.
import { domainToASCII } from 'node:url';

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

const splitAddress = (address: string): readonly [local: string, domain: string] => {
  const at = address.lastIndexOf('@');
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)];
};

/**
 * The address with its domain in the form that every mail server knows (RFC 5890 2.3.2.1); any other text as it is.
 *
 * @example withAsciiDomain('jo@müller.example') // 'jo@xn--mller-kva.example'
 */
export function toAsciiDomain(address: string): string {
  const [local, domain] = splitAddress(address);
  if (!isAscii(local) || isAscii(domain)) return address;
  const ascii = domainToASCII(domain);
  return ascii === '' ? address : `${local}@${ascii}`;
}

/** Whether an address has letters before the @ that only servers with SMTPUTF8 take (RFC 6531); mail goes out without. */
export const needsSmtpUtf8 = (address: string): boolean =>
  address.includes('@') && !isAscii(splitAddress(address)[0]);
