// Finds the functions that no request reaches: each folder below functions/platform/ with what sets it off.
import { readdir } from 'node:fs/promises';
import type { Trigger } from '../../shared/platform/trigger.ts';

/** One of them, before its code is loaded. */
export interface PlatformHandler {
  /** The folder's name: `change-feed`. */
  readonly name: string;
  /** The handler's file, relative to the project. */
  readonly handlerFile: string;
  readonly trigger: Trigger;
}

const folder = new URL('../../functions/platform/', import.meta.url);

/** Every function below functions/platform/, by name. */
export async function platformHandlers(): Promise<readonly PlatformHandler[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const { trigger }: { readonly trigger: Trigger } = await import(
        new URL(`${name}/trigger.ts`, folder).href
      );
      return { name, handlerFile: `functions/platform/${name}/handler.ts`, trigger };
    }),
  );
}
