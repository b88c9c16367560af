// Every document that code, tests and texts cite is in the repository, and the target of every link and anchor exists.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../infra/contracts/registry.ts';

const ignored =
  /^(node_modules|build|cdk\.out|\.data|coverage|openapi)(\/|$)|\/node_modules(\/|$)|\.git(\/|$)/;
const files = globSync(['**/*.{ts,mjs,js,css,md}', '.ci/*', '*.json'], {
  cwd: projectFolder,
  exclude: (name) => ignored.test(name),
}).filter((file) => file !== 'test/docs/references.test.ts' && !ignored.test(file) && isText(file));
const pages = files.filter((file) => file.endsWith('.md'));

function isText(file: string): boolean {
  return statSync(join(projectFolder, file)).isFile() && !file.endsWith('package-lock.json');
}

const read = (file: string): string => readFileSync(join(projectFolder, file), 'utf8');

/** The anchors of a page, by the rule of GitHub: each heading in lower case, spaces as hyphens, punctuation removed. */
function listAnchors(page: string): ReadonlySet<string> {
  const text = read(page).replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
  const written = [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id);
  return new Set([...headings, ...written]);
}

const anchors = new Map(pages.map((page) => [page, listAnchors(page)]));

/** Why a target does not exist; undefined when it does. */
function findFault(target: string, anchor: string | undefined): string | undefined {
  if (!existsSync(join(projectFolder, target))) return 'no such file';
  if (anchor && !anchors.get(target)?.has(anchor)) return `no heading #${anchor}`;
  return undefined;
}

/** `docs/interface/training.md#awards, #amounts` -> the page with each of the anchors; with none, the page alone. */
function listCitations(text: string): readonly (readonly [page: string, anchor?: string])[] {
  const citation =
    /(?<![\w/.-])((?:docs\/[\w/-]+|ARCHITECTURE|CONTRIBUTING|README)\.md)((?:#[\w-]+(?:,\s+(?:(?:\/\/|\*)\s+)?#[\w-]+)*)?)/g;
  return [...text.matchAll(citation)].flatMap(([, page = '', rest = '']): [string, string?][] => {
    const named = [...rest.matchAll(/#([\w-]+)/g)].map(([, anchor = '']) => anchor);
    return named.length > 0 ? named.map((anchor) => [page, anchor]) : [[page]];
  });
}

describe('a citation', () => {
  it('names a page of this repository and a heading of that page', () => {
    const broken = files.flatMap((file) =>
      listCitations(read(file)).flatMap(([page, anchor]) => {
        const fault = findFault(page, anchor);
        return fault ? [`${file}: ${page}${anchor ? `#${anchor}` : ''}: ${fault}`] : [];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('never names a document or an issue outside the repository', () => {
    const outside =
      /(?<![\w/-])(interface|gap-facts|domain|design|house-style)\.md\b|gap-facts|\bissue (\d|")/;
    const found = files.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, index) => (outside.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });
});

it('every relative link of a page leads to a file and to a heading of it', () => {
  const broken = pages.flatMap((page) =>
    [
      ...read(page)
        .replace(/^```[\s\S]*?^```/gm, '')
        .matchAll(/\]\(([^)\s]+)\)/g),
    ].flatMap(([, link = '']) => {
      if (/^[a-z]+:/i.test(link)) return [];
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      const fault = findFault(target, anchor);
      return fault ? [`${page}: ${link}: ${fault}`] : [];
    }),
  );
  expect(broken).toEqual([]);
});
