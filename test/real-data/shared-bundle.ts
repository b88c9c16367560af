// Where the bundle of real officials and committees stands, beside the project. A clone alone does not have it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The bundle's folder. */
export const sharedBundle: string = fileURLToPath(new URL('../../../shared/data', import.meta.url));

/** Whether it is there; where not, the tests of this folder are no part of the run. */
export const hasSharedBundle: boolean = existsSync(`${sharedBundle}/officials-current.csv`);
