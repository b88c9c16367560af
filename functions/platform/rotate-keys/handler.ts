// Rotates the signing keys when the current one has signed for its period.
import { rotateKeys } from '../../../shared/auth/rotate-keys.ts';
import { signingKeysSecret } from '../../../shared/auth/secret-store.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';

export const handler = async (): Promise<void> => {
  const { outcome, kids } = await rotateKeys(openPlatformStore(), signingKeysSecret(), new Date(), 'due');
  console.log(JSON.stringify({ level: 'info', function: 'rotate-keys', outcome, kids }));
};
