// Who the audit names for a change by command: the user of the operating system.
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { AuditContext } from '../../shared/audit/audit.ts';

/** The user's name; a process in a container may run as a user without one. */
function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** The context in which a command's changes are audited. */
export const buildCommandAudit = (command: string, now: Date): AuditContext => ({
  caller: { kind: 'command', subject: 'command', name: readUserName() },
  now,
  newId: randomUUID,
  operation: command,
});
