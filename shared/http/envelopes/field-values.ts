// Every header value of a reply is a field value (RFC 9110 5.5) when it leaves, whatever text of a user is in it: what has
// an encoding is encoded here, once, for the replies of endpoints and of the gateway.

const isFieldValue = (value: string): boolean =>
  /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/.test(value);

/** Every character that a field value cannot contain, as its UTF-8 octets in percent encoding (RFC 3986 2.1). */
const encodeOthers = (value: string): string =>
  value
    .toWellFormed()
    .trim()
    .replace(/[^\t\x20-\x7e]/gu, (character) =>
      // encodeURIComponent leaves no control character and nothing beyond ASCII as it is.
      encodeURIComponent(character),
    );

/** The address as browsers read it: spaces and other scripts encoded, a host in its ASCII form. */
const toAddress = (value: string): string => (URL.canParse(value) ? new URL(value).href : value);

/**
 * The headers of a reply with valid values. `Location` becomes the address that browsers would go to; in any other
 * value, which the code that builds it should have encoded for its own grammar, invalid characters are percent-encoded.
 */
export const toFieldValues = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = /^location$/i.test(name) ? toAddress(value) : value;
      return [name, isFieldValue(text) ? text : encodeOthers(text)];
    }),
  );
