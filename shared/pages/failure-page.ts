// What a person sees in place of a page that was refused: a browser that opens a page shows no JSON.
import type { Failure } from '../errors/failure.ts';
import type { RenderFailurePage } from '../http/middleware/render-failure.ts';
import { escapeHtml } from './escape-html.ts';
import { renderPage } from './page.ts';

/** Whether the same request may succeed a little later. */
export const isTemporary = ({ status }: Pick<Failure, 'status'>): boolean => status === 429 || status >= 500;

/** What is said of the failure to those who look for its cause: markup. */
export const describeFailure = ({ message }: Pick<Failure, 'message'>, requestId: string): string =>
  `<p class="hint">${escapeHtml(message)} <span dir="ltr">(${escapeHtml(requestId)})</span></p>`;

/** In the look of the platform, and in English. */
export const renderFailurePage: RenderFailurePage = (failure, { requestId }) =>
  renderPage({
    title: isTemporary(failure) ? 'This page is not available now' : 'This page cannot be shown',
    text: isTemporary(failure)
      ? 'Wait a moment, then open it again.'
      : 'Its address is incomplete, or what was sent is not valid. Go back and try again.',
    details: describeFailure(failure, requestId),
  });
