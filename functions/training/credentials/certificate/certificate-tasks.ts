// Draws certificates in a process of its own: names and pictures in them are content of callers.
import { defineTasks } from '../../../../shared/sandbox/tasks.ts';
import type { CertificateDesign } from '../design/design.ts';
import type { CertificateView } from './certificate-view.ts';

export default defineTasks(import.meta.url, {
  draw: async (views: readonly CertificateView[], chosen?: CertificateDesign): Promise<Uint8Array> =>
    (await import('./certificate-pdf.ts')).drawCertificates(views, chosen),
});
