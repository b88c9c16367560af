// The signed link to the page of a comparison: it names both documents and when it ends, and is stored nowhere.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { areaUrl } from '../../../../../shared/http/area-url.ts';
import type { DocumentItem } from '../record/document.ts';

/** How long a link works, in milliseconds. */
export const LINK_MILLISECONDS = 7 * 86_400_000;

type Code = Pick<TenantStore, 'code'>;

const sign = (tenant: Code, from: string, { id, text }: DocumentItem, seconds: number): string =>
  createHmac('sha256', text?.linkSecret ?? '')
    .update(`${tenant.code}\n${from}\n${id}\n${seconds}\ncomparison`)
    .digest('base64url');

/** The part of a link that names the comparison. */
export function buildComparisonToken(
  tenant: Code,
  from: DocumentItem,
  to: DocumentItem,
  receivedAt: Date,
): string {
  const seconds = Math.floor((receivedAt.getTime() + LINK_MILLISECONDS) / 1000);
  return `${from.id}.${to.id}.${seconds}.${sign(tenant, from.id, to, seconds)}`;
}

export const buildComparisonAddress = (tenant: Code, token: string): string =>
  areaUrl('billtracking', `/api/1.0/bill/comparison/${tenant.code}/${token}`);

/** What a token names, before its signature is verified. */
interface ComparisonToken {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
  readonly signature: string;
}

/** Parses a token; undefined when it is malformed. */
export function parseComparisonToken(token: string): ComparisonToken | undefined {
  const [, from, to, seconds, signature] =
    /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  return from === undefined || to === undefined || seconds === undefined || signature === undefined
    ? undefined
    : { from, to, seconds: Number(seconds), signature };
}

/** Whether a token was signed for these documents and still works. A document without a text has no secret. */
export function isValidComparison(
  tenant: Code,
  { from, seconds, signature }: ComparisonToken,
  to: DocumentItem,
  now: Date,
): boolean {
  if (!to.text || seconds * 1000 <= now.getTime()) return false;
  const [expected, actual] = [Buffer.from(sign(tenant, from, to, seconds)), Buffer.from(signature)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
