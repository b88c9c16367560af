// Repeats changes that were set aside, once an operator asks for it (docs/runbooks.md#changes-are-set-aside).
import { parseDeadChange, repeatChange } from '../../../shared/change-feed/dead-changes.ts';
import { listChangedItems } from '../../../shared/platform/tenants.ts';
import type { ChangeEventInput } from '../../../shared/platform/trigger.ts';
import { appendAndSend } from '../../../shared/push/append-and-send.ts';

export const handler = async (event: ChangeEventInput): Promise<void> => {
  for (const { tenant, partition, sort } of listChangedItems(event)) {
    const id = parseDeadChange(partition, sort);
    if (id !== undefined) await repeatChange(tenant, id, (records) => appendAndSend(records, new Date()));
  }
};
