// Tries the mails whose next try is due, tenant by tenant.

import type { Context } from 'aws-lambda';
import { tenantDirectory } from '../../../shared/auth/records.ts';
import {
  forPlatform,
  forTenant,
  type PlatformStore,
  type Position,
  tenantCode,
} from '../../../shared/data/store.ts';
import { logError } from '../../../shared/http/log.ts';
import { deliver, type Send, smtpSender, timeForOneTry } from '../../../shared/mail/deliver.ts';
import { dueMails } from '../../../shared/mail/outbox.ts';

/** Every tenant's code. A page at a time: the list is as long as there are tenants. */
async function* tenants(platform: PlatformStore) {
  let after: Position | undefined;
  do {
    const page = await platform.query(tenantDirectory(platform), after ? { after } : {});
    for (const { id } of page.items) {
      const code = tenantCode(id);
      if (code) yield forTenant(code);
    }
    after = page.next;
  } while (after);
}

export const handler = async (
  _event?: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> => {
  let send: Send | undefined;
  for await (const tenant of tenants(forPlatform())) {
    for (const mail of await dueMails(tenant, new Date())) {
      if (context && context.getRemainingTimeInMillis() < timeForOneTry) return;
      send ??= await smtpSender();
      // One mail that can't be settled must not keep the others from going out.
      await deliver(tenant, mail, send).catch((error: unknown) => logError(`mail ${mail.id}`, error));
    }
  }
};
