// Parts of the forms on the pages of an account.
import { type PasswordFault, RefusedPassword } from '../../../../shared/auth/passwords/passwords.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import type { Texts } from '../../languages/languages.ts';

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

const describeFault = ({ refusals }: Texts, fault: PasswordFault): string =>
  'length' in fault ? refusals.password[fault.rule](fault) : refusals.password[fault.rule]();

/** For how many minutes a request that came too often has to wait. */
export const readMinutes = ({ headers }: Failure): number =>
  Math.ceil(Number(headers['Retry-After'] ?? 60) / 60);

/**
 * What the page says about refused input: a new password, the one of the account, or that there was too much of it.
 * @throws any other error
 */
export function describeRefusal(texts: Texts, error: unknown): string {
  if (error instanceof RefusedPassword)
    return error.faults.map((fault) => describeFault(texts, fault)).join(' ');
  if (error instanceof Failure && error.code === 'RATE_LIMIT_EXCEEDED')
    return texts.refusals.tooOften({ minutes: readMinutes(error) });
  if (error instanceof Failure && error.details.some(({ code }) => code === 'NOT_ALLOWED'))
    return texts.refusals.notPassword;
  throw error;
}
