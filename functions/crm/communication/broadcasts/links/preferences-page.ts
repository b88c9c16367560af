// What the page says on which a recipient chooses what to receive.

import type { MailingListItem } from '../../../../../shared/directory/lists/mailing-list.ts';
import { type Choices, frequencies } from '../../../../../shared/mail-consent/consent.ts';
import { escapeHtml } from '../../../../../shared/pages/escape-html.ts';
import type { PageContent } from '../../../../../shared/pages/page.ts';
import type { TopicItem } from '../../mail-topics/topic.ts';

/** What can be chosen. */
export interface Offer {
  /** The public lists, and those that the person is on. */
  readonly lists: readonly MailingListItem[];
  /** The ids of the lists that the person is on. */
  readonly memberOf: ReadonlySet<string>;
  readonly topics: readonly TopicItem[];
}

const frequencyTexts = {
  all: 'Whenever there is something',
  weekly: 'At most once a week',
  monthly: 'At most once a month',
} as const;

const renderChoice = (
  type: 'checkbox' | 'radio',
  { name, value = 'on' }: { readonly name: string; readonly value?: string },
  isChosen: boolean,
  label: string,
  explanation = '',
): string =>
  `<label><input type="${type}" name="${escapeHtml(name)}" value="${value}"${isChosen ? ' checked' : ''}><span dir="auto">${escapeHtml(label)}${
    explanation === '' ? '' : `<small>${escapeHtml(explanation)}</small>`
  }</span></label>`;

const renderGroup = (legend: string, choices: readonly string[]): string =>
  choices.length === 0 ? '' : `<fieldset><legend>${legend}</legend>${choices.join('')}</fieldset>`;

/** Whether somebody may be on a list: who passes the filter of a dynamic one is known when a broadcast is sent only. */
export const mayBeOn = (
  { id, kind }: Pick<MailingListItem, 'id' | 'kind'>,
  { memberOf }: Pick<Offer, 'memberOf'>,
): boolean => kind === 'dynamic' || memberOf.has(id);

/** The content of the page. */
export function describePreferences(choices: Choices, offer: Offer, isSaved: boolean): PageContent {
  const { lists, topics } = offer;
  const { optedOut, topicsOff = [], frequency = 'all' } = choices;
  const fields = [
    renderGroup(
      'Lists',
      lists.map((list) => {
        const { id, name, description } = list;
        const isChosen = mayBeOn(list, offer) && !choices.left?.[id];
        return renderChoice('checkbox', { name: `list-${id}` }, isChosen, name, description);
      }),
    ),
    renderGroup(
      'Topics',
      topics.map(({ id, name }) =>
        renderChoice('checkbox', { name: `topic-${id}` }, !topicsOff.includes(id), name),
      ),
    ),
    renderGroup(
      'How often',
      frequencies.map((each) =>
        renderChoice('radio', { name: 'frequency', value: each }, each === frequency, frequencyTexts[each]),
      ),
    ),
    '<hr>',
    renderChoice(
      'checkbox',
      { name: 'nothing' },
      optedOut !== undefined,
      'Nothing at all',
      'No broadcasts, whatever is chosen above. Mail about your own registrations and account still comes.',
    ),
  ].join('');
  return {
    title: isSaved ? 'Your choice is saved' : 'What would you like to receive?',
    text: isSaved
      ? optedOut
        ? 'You get no more broadcasts. You can change that here at any time.'
        : 'It holds from the next mail on. You can change it here at any time.'
      : 'Choose what we send you. Nothing changes until you save.',
    button: 'Save',
    fields,
  };
}
