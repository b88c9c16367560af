// Commands on people, organizations and committees, and on the indexes of bills and courses.

import { lastBillId } from '../../functions/billtracking/bills/claim-bill-ids.ts';
import { readEarlierPdfs } from '../../functions/billtracking/bills/documents/read-earlier-pdfs.ts';
import { rebuildBillHints } from '../../functions/billtracking/bills/rebuild-bill-hints.ts';
import { rebuildPendingBills } from '../../functions/billtracking/bills/rebuild-pending.ts';
import { rebuildCourseHints } from '../../functions/training/courses/course-words.ts';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import {
  countRecords,
  rebuildEntries,
  rebuiltCollections,
} from '../../shared/directory/writing/rebuild-entries.ts';
import { BadArguments } from '../command/command-line.ts';
import { createProgress } from '../command/progress.ts';
import { type Command, type CommandContext, requireTenantOption } from './command.ts';

async function rebuildDirectory(session: CommandContext): Promise<void> {
  const { platform, say } = session;
  const typed = requireTenantOption(session);
  const code = parseTenantCode(typed);
  const tenant = code && platform.tenant(code);
  if (!tenant || !(await tenant.get(tenantKey(tenant))))
    throw new BadArguments(`There is no tenant ${typed}; npm run admin -- list-tenants names them.`);
  const progress = createProgress(process.stderr);
  for (const name of rebuiltCollections) {
    const total = await countRecords(tenant, name);
    progress.begin(name, total);
    await rebuildEntries(tenant, name, (records) => progress.add(records));
    progress.end();
    say(`${name}: the lists and the search have all ${total}.`);
  }
  progress.begin('bills', await lastBillId(tenant));
  const bills = await rebuildBillHints(tenant, (ids) => progress.add(ids));
  progress.end();
  say(`bills: the search has all ${bills}.`);
  say(`bills: ${await rebuildPendingBills(tenant)} tracked ones were listed as decided or not.`);
  progress.begin('texts of bills', await lastBillId(tenant));
  const texts = await readEarlierPdfs(tenant, new Date(), (ids) => progress.add(ids));
  progress.end();
  say(`texts of bills: ${texts} PDFs without a text were read.`);
  say(`courses: the search has all ${await rebuildCourseHints(tenant)}.`);
}

export const directoryCommands: Readonly<Record<string, Command>> = {
  'rebuild-directory': {
    usage: '--tenant <code>',
    maxNames: 0,
    options: ['tenant'],
    summary:
      'write the search rows of records, the words of bills and courses, and the texts of PDFs that earlier versions lack',
    run: rebuildDirectory,
  },
};
