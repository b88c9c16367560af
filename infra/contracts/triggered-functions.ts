// Finds the functions that no request reaches: each folder under functions/ with a trigger.ts that names its trigger.
import type { Trigger } from '../../shared/platform/trigger.ts';
import { foldersWith } from './registry.ts';

/** One of them, before its code is loaded. */
export interface TriggeredFunction {
  /** The folder's name: `change-feed`. */
  readonly name: string;
  /** The handler's file, relative to the project. */
  readonly handlerFile: string;
  /** The file that declares its trigger, relative to the project. */
  readonly triggerFile: string;
  readonly trigger: Trigger;
}

const projectRoot = new URL('../../', import.meta.url);

/** Every function with a trigger, by name. */
export async function listTriggeredFunctions(): Promise<readonly TriggeredFunction[]> {
  const folders = await foldersWith('trigger.ts');
  const found = await Promise.all(
    folders.map(async (folder) => {
      const triggerFile = `${folder}/trigger.ts`;
      const { trigger }: { readonly trigger: Trigger } = await import(new URL(triggerFile, projectRoot).href);
      return {
        name: folder.split('/').at(-1) ?? '',
        handlerFile: `${folder}/handler.ts`,
        triggerFile,
        trigger,
      };
    }),
  );
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Loads what a triggered function runs. */
export async function loadHandler<H>({ handlerFile }: TriggeredFunction): Promise<H> {
  return (await import(new URL(handlerFile, projectRoot).href)).handler;
}
