// GET /api/1.0/dropdown/states
import { lambda } from '../../../shared/http/lambda.ts';
import { federal, states } from '../../../shared/legislature/states.ts';
import { successReply } from '../envelopes.ts';
import { listStateChoices } from './contract.ts';
import { presentStateChoice, sortByText } from './present.ts';

export const handler = lambda(listStateChoices, ({ query }) => {
  const listed = query.includeFederal === true ? [...states, federal] : states;
  return successReply(sortByText(listed.map(presentStateChoice)), `${listed.length} states`);
});
