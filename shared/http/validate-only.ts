// validateOnly=true: whether a request is a dry run.
import { invalid } from '../errors/failure.ts';
import type { Request } from './request/request.ts';

/**
 * Whether the request is a dry run (`validateOnly=true`). Any value other than true and false is rejected, so that
 * a caller who wants a dry run never writes.
 * @throws Failure 400 VALIDATION_ERROR for any other value
 */
export function isDryRun(request: Pick<Request, 'query'>): boolean {
  const [, values] =
    Object.entries(request.query).find(([name]) => name.toLowerCase() === 'validateonly') ?? [];
  const value = values?.[0]?.trim().toLowerCase() ?? '';
  if (value === 'true') return true;
  if (value === '' || value === 'false') return false;
  throw invalid([
    {
      code: 'INVALID_TYPE',
      message: `validateOnly must be true or false, but was ${value.slice(0, 60)}.`,
      target: 'validateOnly',
    },
  ]);
}
