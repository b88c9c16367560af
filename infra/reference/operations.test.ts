// Every operation has a page that tells what its contract declares (docs/interface/README.md).
import { beforeAll, expect, it } from 'vitest';
import { listEndpoints } from '../contracts/registry.ts';
import { renderArea, renderSearch } from './listing-markdown.ts';
import { renderMarkdown } from './markdown.ts';
import { renderOperation } from './operation-markdown.ts';
import { type AreaListing, type Entry, listAreas, readOperation } from './operations.ts';
import { renderPage } from './page.ts';
import { renderTryForm } from './try-form.ts';

const values = { tenantCode: 'demo', secondTenantCode: 'harbor' };
let areas: readonly AreaListing[];
beforeAll(async () => {
  areas = listAreas(await listEndpoints());
});

const find = (id: string): Entry =>
  areas.flatMap(({ tags }) => tags.flatMap(({ entries }) => entries)).find((entry) => entry.id === id) ??
  expect.fail(`There is no operation ${id}`);

const render = (id: string): string => renderOperation(readOperation(find(id), values));

it('every operation renders with its path, parameters and refusals, in a page that loads at once', async () => {
  for (const listing of areas) {
    for (const entry of listing.tags.flatMap(({ entries }) => entries)) {
      const operation = readOperation(entry, values);
      const text = renderOperation(operation);
      expect(text).toContain(`\`${entry.method} ${entry.path}\``);
      for (const { name } of operation.parameters) expect(text, entry.id).toContain(`| \`${name}\``);
      expect(text, entry.id).toMatch(/\n- 429 /);
      expect(text, entry.id).not.toMatch(/undefined|\[object /);
      const html = `${renderMarkdown(text)}${renderTryForm(operation)}`;
      const page = renderPage(
        { title: entry.summary, html, listing, entry },
        { users: [], files: { script: '', style: '' } },
      );
      // Before compression, which makes a tenth of it; a page of all operations of an area had seven megabytes.
      expect(page.length, entry.id).toBeLessThan(150_000);
    }
  }
});

it('lists the fields of a body by their path, with type, limits and what is required', () => {
  const text = render('createPerson');
  expect(text).toContain('| `emails[].value` (required) | mail address |');
  expect(text).toContain('| `lastName` | text of at most 100 characters or null |');
  expect(text).toContain('| `organizationId` | UUID or null | The main organization. |');
});

it('the command of an operation sends its example', () => {
  expect(render('createPerson')).toContain(
    "curl -X POST 'http://localhost:3000/crm/api/v1/people' \\\n  -H 'tenant-code: demo'",
  );
});

it('a search finds operations of all areas that have every word, in any order', () => {
  expect(renderSearch(areas, 'person CREATE')).toContain('(/reference/crm/createPerson)');
  expect(renderSearch(areas, 'person create')).not.toContain('(/reference/crm/listPeople)');
  expect(renderSearch(areas, 'xylophone')).toContain('No operation has all these words');
  expect(renderMarkdown(renderSearch(areas, '<script>'))).not.toContain('<script>');
});

it('an area lists each of its operations once', () => {
  for (const listing of areas) {
    const links = renderArea(listing).match(/\]\(\/reference\/[^)]+\)/g) ?? [];
    expect(new Set(links).size).toBe(links.length);
    expect(links).toHaveLength(listing.tags.flatMap(({ entries }) => entries).length);
  }
});
