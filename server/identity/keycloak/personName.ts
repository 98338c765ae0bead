/** What Keycloak's validator `person-name-prohibited-characters` doesn't let pass. */
const prohibited = /[<>&"$%!#?§;*~/\\|^=[\]{}()\p{Cc}]+/gu;
const maximumLength = 255;

/** A name in the two parts that Keycloak keeps: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.replace(prohibited, ' ').trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : '';
  const firstName = (lastName === '' ? words : words.slice(0, -1)).join(' ');
  return {
    firstName: firstName.slice(0, maximumLength),
    lastName: lastName.slice(0, maximumLength),
  };
}
