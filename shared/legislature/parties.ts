// The names of parties: sources write one party in several ways, lists and filters need one.

/** Other spellings, in small letters, of the names that the Open States data gives. */
const partyAliases: Readonly<Record<string, string>> = {
  d: 'Democratic',
  dem: 'Democratic',
  democrat: 'Democratic',
  'democratic party': 'Democratic',
  r: 'Republican',
  rep: 'Republican',
  'republican party': 'Republican',
  i: 'Independent',
  ind: 'Independent',
};

/** The one name of a party; a party that has no other spelling keeps the one it was given. */
export const partyName = (party: string): string => partyAliases[party.trim().toLowerCase()] ?? party.trim();
