// Replies with the page of an invoice, a credit note or a receipt: with the tenant's logo, on its paper.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { file } from '../../../../shared/http/reply.ts';
import { defaultPaper, type Paper } from '../../../../shared/pdf/document.ts';
import { createSandbox } from '../../../../shared/sandbox/sandbox.ts';
import { loadDesign } from '../../credentials/design/design.ts';
import type { Statement } from './statement-pdf.ts';

const sandbox = createSandbox(() => import('./statement-tasks.ts'), {
  ...{ what: 'The page', seconds: 20, megabytes: 700 },
});

interface PageContext {
  readonly tenant: TenantStore;
  readonly settings: { readonly timeZone: string };
}

/** @param name of the file, without its ending */
export async function replyWithPage(
  { tenant, settings }: PageContext,
  view: (paper: Paper) => Statement,
  name: string,
) {
  const { pictures } = await loadDesign(tenant);
  const paper = defaultPaper(settings.timeZone);
  return file(await sandbox.run('draw', view(paper), pictures, paper), {
    contentType: 'application/pdf',
    fileName: `${name}.pdf`,
    inline: true,
  });
}
