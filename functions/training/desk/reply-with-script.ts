// A script of a page.
import { ok } from '../../../shared/http/reply.ts';

/** The address has the version of the script, so a cached copy is never an older one. */
export const replyWithScript = (script: string) =>
  ok(script, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  });
