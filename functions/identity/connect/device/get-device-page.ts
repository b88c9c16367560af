// GET /device
import { pageLambda } from '../../pages/page-lambda.ts';
import { formatUserCode, parseUserCode } from '../grants/user-code.ts';
import { getDevicePage } from './contract.ts';
import { renderDeviceForm } from './pages.ts';

export const handler = pageLambda(getDevicePage, ({ query, texts }) => {
  const code = parseUserCode(query.user_code ?? '');
  return renderDeviceForm(texts, code && formatUserCode(code));
});
