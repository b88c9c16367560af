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

/** How long a call may take where no client waits for it, in seconds. */
export const triggeredFunctionSeconds = 60;

const projectRoot = new URL('../../', import.meta.url);

async function findTriggeredFunctions(): Promise<readonly TriggeredFunction[]> {
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

let listed: Promise<readonly TriggeredFunction[]> | undefined;

/** Every function with a trigger, by name. They are looked for once per process. */
export function listTriggeredFunctions(): Promise<readonly TriggeredFunction[]> {
  listed ??= findTriggeredFunctions();
  return listed;
}

const loaded = new Map<string, Promise<unknown>>();

/** Loads what a triggered function runs, once per process: to import a loaded module again costs more than most calls. */
export async function loadHandler<H>({ handlerFile }: TriggeredFunction): Promise<H> {
  const module =
    loaded.get(handlerFile) ?? import(new URL(handlerFile, projectRoot).href).then(({ handler }) => handler);
  loaded.set(handlerFile, module);
  return (await module) as H;
}
