// The page that shows a comparison to people. Words say what colours show, so that it can be read without them.
import { escapeHtml } from '../../../../../shared/pages/escape-html.ts';
import type { PageContent } from '../../../../../shared/pages/page.ts';
import type { DocumentItem } from '../record/document.ts';
import { countPassages } from './compare-documents.ts';
import type { Passage } from './compare-texts.ts';

const comparisonStyle = `
main { max-width: 52rem; }
.passage { margin: 1rem 0 0; padding: .1rem .9rem .7rem; border-left: 4px solid var(--line); }
.added { border-color: light-dark(#1f7a3d, #7bd398); background: light-dark(#eefaf1, #10281a); }
.removed { border-color: light-dark(#b3261e, #f2b8b5); background: light-dark(#fdf1f0, #301614); }
.moved { border-color: light-dark(#1b4f9c, #8ab4f8); background: light-dark(#f0f5fd, #131f33); }
.label { margin-top: .6rem; font-size: .85rem; font-weight: 700; }
.gap { color: var(--quiet); font-style: italic; }
ins { text-decoration: underline; background: light-dark(#d3f2dc, #1c4a2c); }
del { text-decoration: line-through; background: light-dark(#fbdbd8, #54231f); }
.removed del, .added ins { background: none; }
`;

const numbers = new Intl.NumberFormat('en-US');
const describe = (count: number, what: string): string =>
  count === 0 ? '' : `${numbers.format(count)} ${count === 1 ? 'paragraph was' : 'paragraphs were'} ${what}`;

/** A sentence with the numbers of a comparison. */
function summarize(passages: readonly Passage[]): string {
  const { added, removed, changed, moved } = countPassages(passages);
  const parts = [
    describe(added, 'added'),
    describe(removed, 'removed'),
    describe(changed, 'changed'),
    describe(moved, 'moved'),
  ].filter(Boolean);
  return parts.length === 0 ? 'Both texts are the same.' : `${parts.join(', ')}.`;
}

const list = (paragraphs: readonly string[], tag?: 'ins' | 'del'): string =>
  paragraphs
    .map((paragraph) => {
      const text = escapeHtml(paragraph);
      return `<p dir="auto">${tag ? `<${tag}>${text}</${tag}>` : text}</p>`;
    })
    .join('');

const passageBox = (kind: string, label: string, content: string, id?: string): string =>
  `<div class="passage ${kind}"${id ? ` id="${id}"` : ''}><p class="label">${label}</p>${content}</div>`;

/** The markup of a passage; of what is the same, the paragraphs beside a change. */
function renderPassage(passage: Passage): string {
  switch (passage.kind) {
    case 'same': {
      const { paragraphs } = passage;
      const hidden = paragraphs.length - 2;
      if (hidden < 2) return list(paragraphs);
      const gap = `<p class="gap">${numbers.format(hidden)} paragraphs are the same.</p>`;
      return `${list(paragraphs.slice(0, 1))}${gap}${list(paragraphs.slice(-1))}`;
    }
    case 'added':
      return passageBox('added', 'Added', list(passage.paragraphs, 'ins'));
    case 'removed':
      return passageBox('removed', 'Removed', list(passage.paragraphs, 'del'));
    case 'movedFrom':
      return passageBox(
        'moved',
        `Moved from here: <a href="#to-${passage.move}">where it is now (${passage.move})</a>`,
        list(passage.paragraphs, 'del'),
        `from-${passage.move}`,
      );
    case 'movedTo':
      return passageBox(
        'moved',
        `Moved to here: <a href="#from-${passage.move}">where it was (${passage.move})</a>`,
        list(passage.paragraphs),
        `to-${passage.move}`,
      );
    case 'changed': {
      const words = passage.words.map(({ kind, text }) => {
        const tag = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : undefined;
        return tag ? `<${tag}>${escapeHtml(text)}</${tag}>` : escapeHtml(text);
      });
      return passageBox('changed', 'Changed', `<p dir="auto">${words.join('')}</p>`);
    }
  }
}

const nameDocument = ({ title, date }: DocumentItem): string => (date ? `${title} (${date})` : title);

/** The content of the page. */
export const describeComparison = (
  billNumber: string,
  from: DocumentItem,
  to: DocumentItem,
  passages: readonly Passage[],
): PageContent => ({
  title: `${billNumber}: ${nameDocument(from)} and ${nameDocument(to)}`,
  text: summarize(passages),
  style: comparisonStyle,
  details: passages.map(renderPassage).join('\n'),
});
