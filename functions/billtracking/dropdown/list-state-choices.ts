// GET /api/1.0/dropdown/states
import { lambda } from '../../../shared/http/lambda.ts';
import { federal, states } from '../../../shared/legislature/states.ts';
import { succeeded } from '../envelopes.ts';
import { byText, stateChoice } from './present.ts';
import { listStateChoices } from './contract.ts';

export const handler = lambda(listStateChoices, ({ query }) => {
  const asked = query.includeFederal === true ? [...states, federal] : states;
  return succeeded(byText(asked.map(stateChoice)), `${asked.length} states`);
});
