// validateOnly=true: whether a request only asks what would come of it.
import { invalid } from '../errors/failure.ts';
import type { Request } from './request.ts';

/**
 * Whether only a dry run is wanted (`validateOnly=true`). What is neither true nor false must not be taken for false:
 * whoever asks for a dry run gets no write.
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
