// The pages of signing up.
import type { MailingListItem } from '../../../../shared/directory/lists/mailing-list.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import type { PageContent } from '../../../../shared/pages/page.ts';
import { MAX_NAME } from './contract.ts';
import { describeConsent } from './sign-up.ts';

type Form = Readonly<Record<string, string>>;

const renderInput = (
  name: string,
  label: string,
  { type = 'text', value = '', autocomplete = '', length = MAX_NAME },
): string =>
  `<label class="above" for="${name}">${label}</label><input class="text" id="${name}" name="${name}" type="${type}" required maxlength="${length}" autocomplete="${autocomplete}" value="${escapeHtml(value)}">`;

const renderList = ({ id, name, description }: MailingListItem, isChosen: boolean): string =>
  `<label><input type="checkbox" name="list-${id}" value="on"${isChosen ? ' checked' : ''}><span dir="auto">${escapeHtml(name)}${
    description === undefined ? '' : `<small>${escapeHtml(description)}</small>`
  }</span></label>`;

/** People neither see nor reach it, and robots fill it in. */
const honeypot =
  '<div class="more" aria-hidden="true"><label class="above" for="website">Website</label><input class="text" id="website" name="website" tabindex="-1" autocomplete="off"></div>';

/** The form, with what was entered, and what is wrong with it. */
export function describeForm(
  lists: readonly MailingListItem[],
  stamp: string,
  entered: Form = {},
  problem?: string,
): PageContent {
  if (lists.length === 0)
    return {
      title: 'There is nothing to sign up for',
      text: 'The association has no public list at the moment.',
    };
  const isAlone = lists.length === 1;
  return {
    title: 'What would you like to receive?',
    text: 'You get a mail first, in which you confirm. You can unsubscribe at any time.',
    style: '.more { position: absolute; left: -100vw; width: 1px; height: 1px; overflow: hidden; }\n',
    ...(problem !== undefined && { details: `<p class="problem" role="alert">${escapeHtml(problem)}</p>` }),
    fields: [
      `<fieldset><legend>Lists</legend>${lists.map((list) => renderList(list, isAlone || entered[`list-${list.id}`] !== undefined)).join('')}</fieldset>`,
      renderInput('firstName', 'First name', { value: entered.firstName, autocomplete: 'given-name' }),
      renderInput('lastName', 'Last name', { value: entered.lastName, autocomplete: 'family-name' }),
      renderInput('email', 'Email address', {
        ...{ type: 'email', value: entered.email, autocomplete: 'email', length: 254 },
      }),
      honeypot,
      `<input type="hidden" name="stamp" value="${escapeHtml(stamp)}">`,
    ].join(''),
    button: 'Sign up',
  };
}

/** The answer to every request, known address or not. */
export const requestedPage: PageContent = {
  title: 'Check your mailbox',
  text: 'We have sent a mail to the address that you entered. Confirm there that you would like to receive what you chose.',
};

/** The page behind the link of the mail. */
export const describeConfirmation = (
  association: string,
  lists: readonly MailingListItem[],
  isDone: boolean,
): PageContent =>
  isDone
    ? {
        title: 'You are signed up',
        text: `You get what ${association} sends to: ${lists.map(({ name }) => name).join(', ')}.`,
      }
    : { title: 'Confirm that you signed up', text: describeConsent(association, lists), button: 'Confirm' };
