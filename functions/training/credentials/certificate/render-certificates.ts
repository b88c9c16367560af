// Renders certificates as PDF, apart from the platform (docs/sandbox.md).
import { createSandbox } from '../../../../shared/sandbox/sandbox.ts';
import type { CertificateDesign } from '../design/design.ts';
import type { CertificateView } from './certificate-view.ts';

const tasks = () => import('./certificate-tasks.ts');
const limits = { what: 'The certificate', seconds: 60, megabytes: 700 } as const;
const jobs = createSandbox(tasks, { ...limits, wallSeconds: 180 });
/** A request is answered in time. */
const requests = createSandbox(tasks, limits);

/**
 * Renders certificates as one document, a page each, for a job. The same views give the same bytes.
 * @throws Error when there is no certificate
 */
export const renderCertificates = (
  views: readonly CertificateView[],
  chosen?: CertificateDesign,
): Promise<Uint8Array> => jobs.run('draw', views, chosen);

/** Renders one certificate, for a request. */
export const renderCertificate = (view: CertificateView, chosen?: CertificateDesign): Promise<Uint8Array> =>
  requests.run('draw', [view], chosen);
