// The context of a rule: the parsed request, its tenant's store, its caller, the time, and new ids.

import type * as z from 'zod';
import type { Caller } from '../auth/access/access.ts';
import type { TenantItem } from '../auth/accounts/records.ts';
import type { PlatformStore, TenantStore } from '../data/store.ts';
import type { EndpointConfig, SuccessDeclaration } from './endpoint.ts';
import type { IfMatch } from './etag.ts';
import type { Reply, Write } from './reply.ts';
import type { Request } from './request/request.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

type IsTenantScoped<C extends EndpointConfig> = C['access'] extends { readonly permission: string }
  ? true
  : false;
type HasPlatform<C extends EndpointConfig> = C['access'] extends { readonly permission: string }
  ? C['access'] extends { readonly platform: true }
    ? true
    : false
  : true;

/** The context of one request to the endpoint C. */
export interface Context<C extends EndpointConfig> {
  readonly params: Parsed<C['params']>;
  readonly query: Parsed<C['query']>;
  readonly headers: Parsed<C['headers']>;
  readonly body: Parsed<C['body']>;
  /** The store of the tenant's own data. Not on public endpoints. */
  readonly tenant: IsTenantScoped<C> extends true ? TenantStore : undefined;
  readonly settings: IsTenantScoped<C> extends true ? TenantItem : undefined;
  readonly caller: IsTenantScoped<C> extends true ? Caller : undefined;
  /** The platform's data, for public endpoints and those declared `platform: true`. */
  readonly platform: HasPlatform<C> extends true ? PlatformStore : undefined;
  /** The current time, moved by the tenant's clock offset when it is a sandbox. */
  readonly now: Date;
  /** When the request arrived, in real time: for the platform's own timing (feeds, outbox, expiry). */
  readonly receivedAt: Date;
  /** A new random id (UUID v4). */
  readonly newId: () => string;
  /** The versions in If-Match; undefined when it was not sent or is `*`. */
  readonly ifMatch: IfMatch | undefined;
  /** Method and declared path of the endpoint, as the audit names the operation. */
  readonly operation: string;
  /** The request as it arrived, for the few rules that need its headers or address. */
  readonly request: Request;
  /** Milliseconds until the function is stopped. */
  readonly timeLeft: () => number;
  /** The absolute address of a path in the endpoint's area. */
  readonly url: (path: string) => string;
}

/** The input of a schema as readonly values, so that rules may return readonly values. */
export type Immutable<T> = T extends readonly (infer E)[]
  ? readonly Immutable<E>[]
  : T extends Uint8Array
    ? T
    : T extends object
      ? { readonly [K in keyof T]: Immutable<T[K]> }
      : T;

/** The body of a reply, in any of its declared content types. */
type ReplyBody<D> = D extends SuccessDeclaration
  ?
      | (D['body'] extends z.ZodType ? Immutable<z.input<D['body']>> : null)
      | (D['alsoAs'] extends Readonly<Record<string, infer S extends z.ZodType>>
          ? Immutable<z.input<S>>
          : never)
  : never;

/** Any of the declared replies, with the body that its schema accepts. */
export type DeclaredReply<C extends EndpointConfig> = {
  [S in keyof C['responses'] & number]: Reply<S, ReplyBody<C['responses'][S]>>;
}[keyof C['responses'] & number];

/** What a rule may return: one of the declared replies, or changes with one. Failures are thrown. */
export type RuleResult<C extends EndpointConfig> = DeclaredReply<C> | Write<DeclaredReply<C>>;

/** A rule: computes its result from a context. It may be retried when its reads were stale. */
export type Rule<C extends EndpointConfig> = (context: Context<C>) => Promise<RuleResult<C>> | RuleResult<C>;
