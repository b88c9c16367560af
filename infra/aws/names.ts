// The names things have in AWS. What holds state is found by its name, so no stack exports anything to another.
import type { Environment } from './environment.ts';

/** Begins the name of everything in an environment: `rostrum-dev`. */
export const prefixOf = (environment: Environment): string => `rostrum-${environment.name}`;

/** The table. A fixed name also means that a replacement fails by name instead of leaving an empty table behind. */
export const tableNameOf = (environment: Environment): string => prefixOf(environment);

/** The secret with the private signing keys (env SIGNING_KEYS_SECRET). */
export const signingKeysNameOf = (environment: Environment): string =>
  `${prefixOf(environment)}/signing-keys`;

/** The secret that seals the tenants' credential keys (env CREDENTIAL_KEYS_SECRET). */
export const credentialKeysNameOf = (environment: Environment): string =>
  `${prefixOf(environment)}/credential-keys`;

/** `list-people` or `listPeople` -> `ListPeople`, for logical ids. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());

/**
 * A function's name. @throws Error when it is longer than Lambda's 64 characters
 */
export function functionNameOf(environment: Environment, group: string, name: string): string {
  const full = `${prefixOf(environment)}-${group}-${name}`;
  if (full.length > 64) {
    throw new Error(
      `The function name ${full} has ${full.length} characters; 64 is the most. Shorten the operation's name.`,
    );
  }
  return full;
}
