// The form that sends the request of an operation's page, filled in with its example; the page's script sends it.
import type { oas32 } from 'zod-openapi';
import { escapeHtml } from './html.ts';
import { hasExample } from './operation-markdown.ts';
import type { Operation } from './operations.ts';

const inputName = (place: string, name: string): string => `${place}:${name}`;

function renderInput(parameter: oas32.ParameterObject): string {
  const { name, in: place, required, example } = parameter;
  const value = hasExample(parameter) ? String(example) : '';
  return `<label>${escapeHtml(name)}${required ? ' <span>required</span>' : ''}
<input name="${escapeHtml(inputName(place, name))}" value="${escapeHtml(value)}"${required ? ' required' : ''} spellcheck="false" autocomplete="off"></label>`;
}

const toText = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example, null, 2);

/** The form of the operation; empty parameters are not sent. */
export function renderTryForm({ method, path, parameters, body, isPublic }: Operation): string {
  const example: unknown = body?.media.example;
  const lines = example === undefined ? 3 : Math.min(20, toText(example).split('\n').length);
  return `<form id="try" class="try" data-method="${method}" data-path="${escapeHtml(path)}"${isPublic ? ' data-public' : ''}${
    body ? ` data-type="${escapeHtml(body.type)}"` : ''
  } aria-label="Try it">
<div class="inputs">${parameters.map(renderInput).join('\n')}</div>
${body ? `<label>Body<textarea name="body" rows="${lines}" spellcheck="false">${escapeHtml(example === undefined ? '' : toText(example))}</textarea></label>` : ''}
<button class="primary" type="submit">Send</button>
<section id="reply" class="reply" aria-label="Reply" aria-live="polite" hidden></section>
</form>`;
}
