// The location of the bundle of real officials and committees, next to the project. A clone alone does not have it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The bundle's folder. */
export const sharedBundle: string = fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** Whether the bundle exists; without it, the tests of this folder do not run. */
export const hasSharedBundle: boolean = existsSync(`${sharedBundle}/officials-current.csv`);
