// Renders certificates as PDF, apart from the platform (docs/sandbox.md).
import { createSandbox } from '../../../shared/sandbox/sandbox.ts';
import type { CertificateView } from './certificate-view.ts';
import type { CertificateDesign } from './design/design.ts';

const sandbox = createSandbox(() => import('./certificate-tasks.ts'), {
  what: 'The certificate',
  seconds: 60,
  wallSeconds: 180,
  megabytes: 700,
});

/**
 * Renders certificates as one document, a page each. The same views give the same bytes.
 * @throws Error when there is no certificate
 */
export const renderCertificates = (
  views: readonly CertificateView[],
  chosen?: CertificateDesign,
): Promise<Uint8Array> => sandbox.run('draw', views, chosen);

/** Renders one certificate. */
export const renderCertificate = (view: CertificateView, chosen?: CertificateDesign): Promise<Uint8Array> =>
  renderCertificates([view], chosen);
