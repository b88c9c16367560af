// The names of resources in AWS. Resources with state are found by name, so that stacks depend on each other little.
import { nameOwnTable } from '../../../shared/data/tables.ts';
import type { Environment } from './environment.ts';
import { buildFunctionName } from './function-name.ts';

/** The prefix of every name in an environment: `rostrum-dev`. */
export const getPrefix = (environment: Environment): string => `rostrum-${environment.name}`;

/** The table. With a fixed name a replacement fails instead of leaving an empty table. */
export const getTableName = (environment: Environment): string => getPrefix(environment);

/** The codes of the tenants with tables of their own, and the names of those. */
export const listOwnTables = (
  environment: Environment,
): readonly { readonly code: string; readonly name: string }[] =>
  (environment.ownTables ?? []).map((code) => ({
    code,
    name: nameOwnTable(getTableName(environment), code),
  }));

/** The vault of the table's backups, and the one of their copies in another region or account. */
export const getBackupVaultName = (environment: Environment): string => `${getPrefix(environment)}-backups`;

/** The secret with the private signing keys (env SIGNING_KEYS_SECRET). */
export const getSigningKeysName = (environment: Environment): string =>
  `${getPrefix(environment)}/signing-keys`;

/** The secret that seals the tenants' credential keys (env CREDENTIAL_KEYS_SECRET). */
export const getCredentialKeysName = (environment: Environment): string =>
  `${getPrefix(environment)}/credential-keys`;

/** The dead-letter queue. */
export const getDeadLettersName = (environment: Environment): string =>
  `${getPrefix(environment)}-dead-letters`;

/** The queue of what was not taken from the stream. */
export const getDiscardedName = (environment: Environment): string =>
  `${getPrefix(environment)}-discarded-changes`;

/** The bus that carries changes, and the pipe that feeds it. */
export const getChangesName = (environment: Environment): string => `${getPrefix(environment)}-changes`;

/** An alarm. */
export const getAlarmName = (environment: Environment, name: string): string =>
  `${getPrefix(environment)}-${name}`;

/** The pipes that feed the bus from the tables of tenants. */
export const listOwnPipes = (environment: Environment): readonly string[] =>
  (environment.ownTables ?? []).map((code) => nameOwnTable(getChangesName(environment), code));

/** A log group: `/rostrum/dev/crm`. */
export const getLogGroupName = (environment: Environment, group: string): string =>
  `/rostrum/${environment.name}/${group}`;

/** `list-people` or `listPeople` -> `ListPeople`, for logical ids. */
export const toPascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z0-9])/g, (_, first: string) => first.toUpperCase());

/** `rostrum-dev-crm-listPeople`, cut and with a hash at its end where that is too long. */
export const getFunctionName = (environment: Environment, group: string, name: string): string =>
  buildFunctionName(`${getPrefix(environment)}-${group}-`, name);
