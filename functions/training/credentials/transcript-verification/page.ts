// The page that verifies transcripts: a form, or a verdict with the entries.
import { getBrand } from '../../../../shared/pages/brand.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { renderFacts, renderPage } from '../../../../shared/pages/page.ts';
import type { TranscriptIssuer } from './issuer.ts';
import type { JudgedEntry, Judgement } from './judge-transcript.ts';
import { fillText, type TranscriptTexts } from './texts.ts';
import { maxCharacters, maxEntries } from './transcript-shape.ts';

const style = `
main { max-width: 40rem; }
.entries small { font-size: .95rem; }
.bad { color: light-dark(#a61b29, #ff8f93); font-weight: 600; }
.good { color: light-dark(#176b3a, #6fd39a); }
`;

const buildField = ({ field }: TranscriptTexts['texts']): string =>
  `<label class="above" for="transcript">${escapeHtml(field)}</label>
<textarea id="transcript" name="transcript" spellcheck="false" autocomplete="off"></textarea>`;

/** The page with the form. */
export const renderTranscriptForm = (
  issuer: TranscriptIssuer | undefined,
  { language, texts }: TranscriptTexts,
) =>
  issuer
    ? renderPage(
        { title: texts.title, text: texts.intro, fields: buildField(texts), button: texts.verify, style },
        getBrand(issuer.settings),
        language,
      )
    : renderPage({ title: texts.title, text: texts.unknownTenant }, '', language);

const formatDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

function describeState({ state }: JudgedEntry, { language, texts }: TranscriptTexts): string {
  if (state.kind === 'withdrawn') return fillText(texts.withdrawn, formatDay(state.day, language));
  if (state.kind === 'corrected') return fillText(texts.corrected, state.credits);
  return state.kind === 'counts' ? texts.counts : texts.gone;
}

const renderEntries = (entries: readonly JudgedEntry[], look: TranscriptTexts): string => {
  const { texts } = look;
  const items = entries.map(
    (entry) =>
      `<li><span dir="auto">${escapeHtml(entry.name)}</span><small>${escapeHtml(fillText(texts.credits, entry.credits))}</small><small class="${entry.state.kind === 'counts' ? 'good' : 'bad'}">${escapeHtml(describeState(entry, look))}</small></li>`,
  );
  return `<h2>${escapeHtml(texts.entries)}</h2>\n${
    items.length === 0
      ? `<p>${escapeHtml(texts.noEntries)}</p>`
      : `<ul class="entries">${items.join('\n')}</ul>`
  }`;
};

/** The page with the verdict, and a form for another transcript. */
export function renderJudgement(judgement: Judgement, { settings }: TranscriptIssuer, look: TranscriptTexts) {
  const { texts, language } = look;
  const { name } = settings;
  const show = (title: string, text: string, details = '') =>
    renderPage(
      {
        ...{ title, text, details, style },
        fields: `<h2>${escapeHtml(texts.another)}</h2>${buildField(texts)}`,
        button: texts.verify,
      },
      getBrand(settings),
      language,
    );
  switch (judgement.kind) {
    case 'too-large':
      return show(texts.tooLarge, fillText(texts.tooLargeText, maxCharacters, maxEntries));
    case 'not-a-transcript':
      return show(texts.notATranscript, texts.notATranscriptText);
    case 'other-issuer':
      return show(texts.otherIssuer, fillText(texts.otherIssuerText, judgement.claimedIssuer, name));
    case 'altered':
      return show(texts.altered, fillText(texts.alteredText, judgement.claimedIssuer));
    case 'genuine': {
      const { entries, person, asOf, total } = judgement;
      const isUnchanged = entries.every(({ state }) => state.kind === 'counts');
      const [title, text] = isUnchanged
        ? [texts.genuine, texts.genuineText]
        : [texts.changedSince, texts.changedSinceText];
      const facts = renderFacts([
        [texts.issuer, name],
        [texts.person, person],
        [texts.asOf, formatDay(asOf, language)],
        [texts.total, String(total)],
      ]);
      return show(title, fillText(text, name), `${facts}\n${renderEntries(entries, look)}`);
    }
  }
}
