import { expect, it } from 'vitest';
import { foldId, listNameVariants } from './name-words.ts';

it.each([
  [{ firstName: 'Mary Jane', lastName: 'Watson' }, ['maryjane']],
  [{ firstName: 'Mary-Jane', lastName: 'Watson' }, ['maryjane']],
  [{ firstName: 'J. R. R.', lastName: 'Tolkien' }, ['jrr']],
  [{ firstName: 'J.R.R.', lastName: 'Tolkien' }, ['jrr']],
  [{ firstName: 'Sinéad', lastName: 'Ó Súilleabháin' }, ['osuilleabhain']],
  [{ firstName: 'Sinéad', lastName: "O'Súilleabháin" }, ['suilleabhain']],
  [{ firstName: '太郎', lastName: '山田' }, ['山田太郎', '太郎山田']],
  [{ firstName: 'Ada', lastName: 'Fairweather' }, []],
  [{}, []],
])('%j is also found by %j', (person, variants) => expect(listNameVariants(person)).toEqual(variants));

it('an id is one word however its parts are separated', () => {
  expect([foldId('AM-1023'), foldId('am 1023'), foldId('Am/1023')]).toEqual(['am1023', 'am1023', 'am1023']);
});
