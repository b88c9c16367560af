// The parameters of an authorization request, as the authorization endpoint and the one for pushed requests take them.
import * as z from 'zod';

const text = (longest: number) => z.string().max(longest).optional();

export const authorizationParameters = {
  client_id: text(100),
  response_type: text(100).meta({ description: 'code', example: 'code' }),
  redirect_uri: text(2000).meta({ description: 'One of the registered addresses, exactly.' }),
  scope: text(4000).meta({ description: 'Names of scopes, separated by spaces; unknown ones are ignored.' }),
  state: text(4000).meta({ description: 'Returned as it was sent.' }),
  nonce: text(1000).meta({ description: 'Returned in the ID token.' }),
  response_mode: text(50).meta({ description: 'query, which is the default, fragment or form_post.' }),
  code_challenge: text(200).meta({ description: 'The base64url of the SHA-256 of the code verifier.' }),
  code_challenge_method: text(50).meta({ description: 'S256.' }),
  prompt: text(200).meta({ description: 'none, login, consent, select_account.' }),
  max_age: text(20).meta({ description: 'Seconds since the person last proved who they are.' }),
  login_hint: text(256).meta({ description: 'The user name, as far as the application knows it.' }),
  acr_values: text(1000).meta({
    description: 'How the person must prove who they are; tenant:{code} names the workspace to enter.',
  }),
  ui_locales: text(2000),
  display: text(50),
  id_token_hint: text(16_000).meta({
    description: 'An ID token of the person who is to be signed in; anybody else has to sign in first.',
  }),
  dpop_jkt: text(100).meta({
    description: 'The thumbprint of the key with which the tokens will be requested (RFC 9449 10).',
  }),
  request_uri: text(500).meta({ description: 'That of a pushed request (RFC 9126).' }),
  request: text(16_000),
  registration: text(4000),
};
