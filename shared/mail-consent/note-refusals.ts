// Mails whose server refuses the address at once: the address is suppressed, as after a report of a hard bounce.
import type { TenantStore } from '../data/store.ts';
import { isAddressRefused } from '../mail-address/refused-address.ts';
import { noteRefusedAddress } from './note-refused-address.ts';

/** The same sender, which also notes the addresses that are refused. */
export const noteRefusals =
  <M extends { readonly to: string }>(tenant: TenantStore, send: (mail: M, id: string) => Promise<void>) =>
  async (mail: M, id: string): Promise<void> => {
    try {
      await send(mail, id);
    } catch (error) {
      if (isAddressRefused(error)) {
        const detail = error instanceof Error ? error.message : String(error);
        await noteRefusedAddress(tenant, mail.to, { detail, date: new Date().toISOString() });
      }
      throw error;
    }
  };
