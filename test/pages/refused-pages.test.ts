// A browser that opens a page gets a page, also where the request is refused; a program gets the area's envelope
// (docs/interface/errors.md#pages).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

const pages = (await listEndpoints()).filter(
  ({ contract: { access, responses } }) =>
    access === 'public' && /^(text\/html|application\/pdf)/.test(responses[200]?.contentType ?? ''),
);
const tooLong = 'x'.repeat(12_000);

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

const isHtml = (headers: Headers): boolean => headers.get('content-type')?.startsWith('text/html') ?? false;

it('pages are in every area', () => expect(new Set(pages.map(({ contract }) => contract.area)).size).toBe(4));

it.each(pages)('$name', async ({ contract: { method, area, path, query, bodyType } }) => {
  const names = query && 'shape' in query ? Object.keys(query.shape as object) : [];
  const filled = path.replace(/\{\w+\}/g, tooLong.slice(0, 4000 / (path.match(/\{/g)?.length ?? 1)));
  const search = new URLSearchParams(
    names.map((name): [string, string] => [name, tooLong.slice(0, 12_000 / names.length)]),
  );
  const send = (accept: string) =>
    fetch(`${platform.urls[area]}${filled}?${search}`, {
      method,
      redirect: 'manual',
      headers: { Accept: accept, ...(area === 'billtracking' && { 'api-version': '1.0' }) },
      ...(method === 'POST' && {
        body: bodyType === 'form' ? new URLSearchParams({ action: 'x'.repeat(70_000) }) : '{',
      }),
    });
  const [shown, read] = [await send('text/html,application/xhtml+xml,*/*;q=0.8'), await send('*/*')];
  expect(shown.status).toBe(read.status);
  const html = await shown.text();
  if (shown.status === 303) return;
  expect(isHtml(shown.headers), html).toBe(true);
  expect(html).toMatch(/<h1>[^<]+<\/h1>/);
  if (shown.status >= 400 && !/foreign|Nothing was done/.test(html)) {
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).not.toContain('x'.repeat(200));
    expect(isHtml(read.headers)).toBe(false);
  }
});
