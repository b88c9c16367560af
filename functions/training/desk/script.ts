// The script of the page for instructors, of its parts.
import { createHash } from 'node:crypto';
import { pageScript } from './script/page.ts';
import { queueScript } from './script/queue.ts';
import { requestsScript } from './script/requests.ts';
import { rosterScript } from './script/roster.ts';
import { routeScript } from './script/route.ts';
import { scannerScript } from './script/scanner.ts';
import { sessionsScript } from './script/sessions.ts';
import { signInScript } from './script/sign-in.ts';
import { viewsScript } from './script/views.ts';

/**
 * Plain JavaScript for browsers. All texts of others are set as text, never as markup. What is recorded goes through one
 * queue, whose entries have an Idempotency-Key that is made once and stay in localStorage until they are answered.
 */
export const deskScript = [
  pageScript,
  signInScript,
  requestsScript,
  queueScript,
  viewsScript,
  sessionsScript,
  rosterScript,
  scannerScript,
  routeScript,
].join('');

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');

/** What the page says of its content (Subresource Integrity). */
export const deskScriptHash = `sha256-${hash(deskScript)}`;
