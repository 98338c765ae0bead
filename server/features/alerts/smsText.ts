/** Letters that GSM 03.38 has beside ASCII; each takes one place. */
const gsmLetters = '£¥èéùìòÇØøÅåÆæßÉÄÖÑÜ§¿äöñüà';
/** ASCII that takes two places there, or isn't there at all. */
const notPlain = /[[\]{}\\^~|`]/g;
/** What has no mark that could be taken off. */
const alike: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '’': "'",
  '₂': '2',
  '«': '"',
  '»': '"',
  '„': '"',
  '”': '"',
  '“': '"',
};

/** A text's letters as GSM 03.38 has them, one place each: others lose their marks or become a `?`. */
export function toGsm(text: string): string {
  return [...text.normalize('NFC')]
    .map((letter) => {
      if (gsmLetters.includes(letter)) return letter;
      const plain = (alike[letter] ?? letter).normalize('NFD').replaceAll(/\p{Mark}/gu, '');
      return plain.replaceAll(/[^\x20-\x7E]/gu, '?').replaceAll(notPlain, '-');
    })
    .join('');
}

/** One message has 160 places; a longer text would be sent as several. */
export function cutSms(text: string, most = 160): string {
  const gsm = toGsm(text);
  return gsm.length <= most ? gsm : `${gsm.slice(0, most - 3)}...`;
}
