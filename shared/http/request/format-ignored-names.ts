// The header that names what nothing reads of a request (docs/interface/requests.md#ignored-names).

const MAX_NAME_LENGTH = 100;

/** As a header's value: a list of strings (RFC 9651 3.3.3), other characters than printable ASCII percent-encoded. */
export const formatIgnoredNames = (names: readonly string[]): string =>
  names
    .map((name) =>
      encodeURI(name.slice(0, MAX_NAME_LENGTH).toWellFormed()).replaceAll('%5B', '[').replaceAll('%5D', ']'),
    )
    .map((name) => `"${name}"`)
    .join(', ');
