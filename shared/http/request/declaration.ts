// Which requests an endpoint accepts: the part of its contract by which a request is read and validated.
import type * as z from 'zod';

/** The part of a contract that says how its requests are read. */
export interface RequestDeclaration {
  readonly area: string;
  readonly method: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How the body is sent; JSON by default. */
  readonly bodyType?: 'json' | 'form';
  /** Largest body in bytes; 256 KiB by default. */
  readonly maxBodyBytes?: number;
  /** A POST that only reads or that must run each time: Idempotency-Key has no effect. */
  readonly repeatable?: boolean;
  /** A GET that changes data. */
  readonly writes?: boolean;
  /** Which parameter of the query is meant by one without a name, such as `?=5`, which existing callers send. */
  readonly unnamedQuery?: string;
}

/** The name that is meant by the name of a parameter of the query. */
export const resolveQueryName = (
  { unnamedQuery }: Pick<RequestDeclaration, 'unnamedQuery'>,
  sent: string,
): string => (sent === '' && unnamedQuery !== undefined ? unnamedQuery : sent);

/** The largest body an endpoint accepts, in bytes. */
export const getMaxBodyBytes = ({ maxBodyBytes = 256 * 1024 }: RequestDeclaration): number => maxBodyBytes;
