// Work that must not write: the rule of a dry run. The database client rejects its writes.
import { AsyncLocalStorage } from 'node:async_hooks';

const readOnlyStorage = new AsyncLocalStorage<boolean>();

/** Runs `work` so that every write it sends to the database is rejected before it is sent. */
export const runReadOnly = <T>(work: () => Promise<T>): Promise<T> => readOnlyStorage.run(true, work);

/** Runs `work` that writes also in a dry run: it counts requests, and changes no record. */
export const runCounting = <T>(work: () => Promise<T>): Promise<T> => readOnlyStorage.run(false, work);

const readOperations = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

/** Whether an operation of DynamoDB only reads, by its name. */
export const isReadOperation = (operation: string): boolean => readOperations.has(operation);

/** Operations that have no effect: reads, and a transaction that only checks conditions. */
function hasNoEffect(operation: string, input: Readonly<Record<string, unknown>>): boolean {
  if (isReadOperation(operation)) return true;
  const { TransactItems } = input;
  return (
    operation === 'TransactWriteItems' &&
    Array.isArray(TransactItems) &&
    TransactItems.every((action: object) => Object.keys(action).every((name) => name === 'ConditionCheck'))
  );
}

/**
 * Rejects a write within `runReadOnly`.
 * @throws Error for a write: the code that sent it has a defect
 */
export function assertMayWrite(operation: string, input: Readonly<Record<string, unknown>>): void {
  if (readOnlyStorage.getStore() && !hasNoEffect(operation, input))
    throw new Error(`A dry run must not write, but sent ${operation}`);
}
