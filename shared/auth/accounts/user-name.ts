// Presents who did something, as records name them (docs/interface/access.md#e-mail-addresses).

/** A user name that is an e-mail address. */
const address = /^([^\s@]+)@[^\s@]+$/;

/** A user name without the part that makes it an e-mail address, because not everybody who sees names sees addresses. */
export const showUserName = (name: string): string => address.exec(name)?.[1] ?? name;

/** What a record says of its author, with the name as `showUserName` gives it. */
export const showByName = <T extends { readonly byName?: string | undefined }>(entry: T): T =>
  entry.byName === undefined ? entry : { ...entry, byName: showUserName(entry.byName) };
