// The arguments of `npm run sam`.
import { type Area, areaNames } from '../../../shared/http/areas.ts';
import { BadArguments, parseCommandLine, parseWholeNumber } from '../../command/command-line.ts';

export const usage = `npm run sam -- [${areaNames.join(' | ')}] [--port <port>] [--no-serve]
  Serves an area (default crm) at http://127.0.0.1:<port> (default 3001) with SAM CLI, in Docker, on the data of the
  platform that \`npm start\` runs. It needs sam and Docker. --no-serve only synthesizes.
  AWS_ENDPOINT_URL_DYNAMODB and TABLE_NAME choose another DynamoDB; then ISSUER must be the address of the area C
  that issues the tokens.`;

/** The area to serve, and whether to serve it or only to synthesize. */
export interface SamRequest {
  readonly area: Area;
  readonly port: number;
  readonly serve: boolean;
}

const maxPort = 65_535;

/** @throws BadArguments */
export function parseRequest(args: readonly string[]): SamRequest {
  const { positionals, values } = parseCommandLine({
    args: [...args],
    options: { port: { type: 'string' }, 'no-serve': { type: 'boolean' } },
    allowPositionals: true,
  });
  const [named = 'crm', ...more] = positionals;
  const area = areaNames.find((areaName) => areaName === named);
  if (!area) throw new BadArguments(`The area must be one of ${areaNames.join(', ')}, but was ${named}.`);
  if (more.length > 0) throw new BadArguments(`One area is served at a time: leave out ${more.join(' ')}.`);
  return { area, port: parseWholeNumber('port', values.port, 3001, maxPort), serve: !values['no-serve'] };
}
