// The time zone in which a request is read: its tenant's. Schemas that read a day from a moment need it.
import { AsyncLocalStorage } from 'node:async_hooks';

const zoneStorage = new AsyncLocalStorage<string>();

/** Runs `read` in a time zone. */
export const readInZone = <T>(timeZone: string, read: () => T): T => zoneStorage.run(timeZone, read);

/** The time zone of the request that is read; UTC where it names no tenant. */
export const getRequestZone = (): string => zoneStorage.getStore() ?? 'UTC';
