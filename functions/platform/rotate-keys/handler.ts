// Rotates the signing keys when the current one has signed for its period.
import { randomUUID } from 'node:crypto';
import { rotateKeys } from '../../../shared/auth/tokens/rotate-keys.ts';
import { signingKeysSecret } from '../../../shared/auth/tokens/secret-store.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';

export const handler = async (): Promise<void> => {
  const context = {
    caller: { kind: 'schedule', subject: 'schedule', name: 'rotate-keys' },
    operation: 'rotate-keys',
    now: new Date(),
    newId: randomUUID,
  } as const;
  const { outcome, kids } = await rotateKeys(openPlatformStore(), signingKeysSecret(), context, 'due');
  console.log(JSON.stringify({ level: 'info', function: 'rotate-keys', outcome, kids }));
};
