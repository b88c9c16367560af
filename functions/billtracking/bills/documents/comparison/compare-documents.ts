// Compares two stored documents of a bill.
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { conflict } from '../../../../../shared/errors/failure.ts';
import { ContentFault } from '../../../../../shared/sandbox/content-fault.ts';
import { createSandbox } from '../../../../../shared/sandbox/sandbox.ts';
import type { DocumentItem } from '../record/document.ts';
import { loadText } from '../record/store.ts';
import { splitParagraphs } from '../record/text.ts';
import type { Passage } from './compare-texts.ts';

const sandbox = createSandbox(() => import('./comparison-tasks.ts'), {
  ...{ what: 'The comparison', seconds: 5, megabytes: 300 },
});

async function loadParagraphs(tenant: TenantStore, document: DocumentItem, now: Date): Promise<string[]> {
  const text = await loadText(tenant, document, now);
  if (text === undefined)
    throw conflict(
      `"${document.title}" has no text: ${document.textProblem ? `${document.textProblem} Store` : 'store'} the document again with its text, or as a text file or a page.`,
    );
  return splitParagraphs(text);
}

/** The passages of two documents. @throws Failure 409 when one of them has no text, 400 when comparing them takes too long */
export async function compareDocuments(
  tenant: TenantStore,
  from: DocumentItem,
  to: DocumentItem,
  now: Date,
): Promise<Passage[]> {
  const [before, after] = await Promise.all([
    loadParagraphs(tenant, from, now),
    loadParagraphs(tenant, to, now),
  ]);
  return sandbox.run('compare', before, after);
}

/** Which part of the first document's text is no longer in the second one's, from 0 to 1. @throws Failure 409 when one has none */
export async function measureReplacedShare(
  tenant: TenantStore,
  from: DocumentItem,
  to: DocumentItem,
  now: Date,
): Promise<number> {
  const [before, after] = await Promise.all([
    loadParagraphs(tenant, from, now),
    loadParagraphs(tenant, to, now),
  ]);
  try {
    return await sandbox.run('measureRemovedShare', before, after);
  } catch (error) {
    if (!(error instanceof ContentFault)) throw error;
    return (await import('./removed-share.ts')).estimateRemovedShare(before, after);
  }
}

/** How many paragraphs were added, removed, changed and moved. */
export function countPassages(passages: readonly Passage[]) {
  const count = (kind: Passage['kind']): number =>
    passages
      .filter((passage) => passage.kind === kind)
      .reduce((sum, passage) => sum + ('paragraphs' in passage ? passage.paragraphs.length : 1), 0);
  return {
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
    moved: count('movedTo'),
  };
}

const kinds = {
  added: 'ADDED',
  removed: 'REMOVED',
  movedFrom: 'MOVED_FROM',
  movedTo: 'MOVED_TO',
  same: 'SAME',
} as const;

/** A passage as the interface presents it: of what is the same, the first and the last paragraph. */
export function presentPassage(passage: Passage) {
  switch (passage.kind) {
    case 'same': {
      const { paragraphs } = passage;
      const shown = paragraphs.length > 2 ? [paragraphs[0] ?? '', paragraphs.at(-1) ?? ''] : paragraphs;
      return { kind: 'SAME' as const, count: paragraphs.length, paragraphs: [...shown] };
    }
    case 'changed':
      return {
        kind: 'CHANGED' as const,
        words: passage.words.map(({ kind, text }) => ({ kind: kinds[kind], text })),
      };
    case 'movedFrom':
    case 'movedTo':
      return { kind: kinds[passage.kind], move: passage.move, paragraphs: [...passage.paragraphs] };
    default:
      return { kind: kinds[passage.kind], paragraphs: [...passage.paragraphs] };
  }
}
