// Runs a command of an administrator in the test's own process, on the platform's table of the test.
import { buildCommandAudit } from '../../../infra/admin/command-audit.ts';
import { commands } from '../../../infra/admin/commands.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';

/** What the command resolves with; undefined when there is none of this name. */
export const runCommand = (command: string, names: readonly string[], options = {}) =>
  commands[command]?.run({
    platform: openPlatformStore(),
    target: { description: 'a test', openSecret: async () => {}, close: async () => {} },
    names,
    options: { roles: [], scopes: [], due: false, ...options },
    now: new Date(),
    audit: buildCommandAudit(command, new Date()),
    say: () => {},
  });
