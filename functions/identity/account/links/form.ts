// Parts of the forms on the pages of an account.
import { Failure } from '../../../../shared/errors/failure.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';

/** A labelled field of one line. What is wrong with it is announced with it. */
export const renderField = ({
  name,
  label,
  type = 'text',
  autocomplete,
  value = '',
  isInvalid = false,
}: {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password';
  readonly autocomplete: string;
  readonly value?: string;
  readonly isInvalid?: boolean;
}): string =>
  `<label class="above" for="${name}">${escapeHtml(label)}</label><input class="text" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" autocapitalize="none" spellcheck="false" value="${escapeHtml(value)}"${
    isInvalid ? ' aria-invalid="true" aria-describedby="problem"' : ''
  }>`;

export const renderCheckbox = (name: string, label: string, isChosen: boolean): string =>
  `<label><input type="checkbox" name="${name}"${isChosen ? ' checked' : ''}><span>${escapeHtml(label)}</span></label>`;

/** What is wrong with the input, above the form. */
export const renderProblem = (problem: string | undefined): string =>
  problem === undefined ? '' : `<p class="problem" id="problem" role="alert">${escapeHtml(problem)}</p>`;

const toSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What the page says about refused input.
 * @throws any other error
 */
export function describeRefusal(error: unknown): string {
  if (error instanceof Failure && (error.code === 'VALIDATION_ERROR' || error.code === 'RATE_LIMIT_EXCEEDED'))
    return error.details.length > 0
      ? error.details.map(({ message }) => toSentence(message)).join(' ')
      : error.message;
  throw error;
}
