// The schema of mail addresses, in any script.
import * as z from 'zod';
import { toAsciiDomain } from './international-address.ts';

/** An address as zod has it, with letters of any script (RFC 6531 3.3; RFC 5890). */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+\-.]*[\p{L}\p{M}\p{N}_+-]@([\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+([\p{L}\p{M}]{2,}|xn--[A-Za-z\d-]+)$/u;

/**
 * An address of up to 254 characters, without blanks around it. Its domain is stored in ASCII, which every mail server takes, where
 * the rest is in it.
 */
export const emailAddress = z
  .string()
  .trim()
  .check(z.email({ pattern: EMAIL }))
  .max(254)
  .overwrite(toAsciiDomain);
