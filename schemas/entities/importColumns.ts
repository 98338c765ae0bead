/**
 * What a file's columns may be called, beside the name by which the portal knows them. The spellings
 * are folded (`foldColumn`): small letters, no accents, one underscore for whatever separates words.
 */
export const importColumns = {
  serial: [
    ...['serial_number', 'serial_no', 'serialnumber', 'serialno', 'sn', 'meter', 'meter_id'],
    ...[
      'meter_no',
      'meter_number',
      'meter_serial',
      'meterid',
      'device',
      'device_id',
      'device_serial',
    ],
    ...['entity_id', 'sensor', 'numer', 'numer_licznika', 'nr_licznika', 'licznik', 'nr_seryjny'],
    ...['numer_seryjny', 'nr_fabryczny', 'numer_fabryczny', 'vyrobni_cislo', 'cislo_meridla'],
    ...['seriove_cislo', 'meridlo', 'cislo_pristroje', 'malernummer', 'malernr', 'maler'],
    ...['malepunktsid', 'malepunkts_id', 'malepunkt', 'serienummer', 'matarnummer', 'matare'],
    ...['anlaggnings_id', 'zahlernummer', 'zahlernr', 'zahler', 'zaehlernummer', 'zaehlernr'],
    ...['zaehler', 'seriennummer', 'seriennr', 'geratenummer', 'geraetenummer', 'gerat', 'geraet'],
    ...['messgerat', 'messgeraet'],
  ],
  at: [
    ...['timestamp', 'date_time', 'datetime', 'date', 'time', 'read_at', 'reading_date'],
    ...['reading_time', 'reading_at', 'date_of_reading', 'measured_at', 'last_changed'],
    ...['last_updated', 'data', 'data_odczytu', 'data_i_czas', 'czas', 'czas_odczytu', 'datum'],
    ...['datum_odectu', 'datum_a_cas', 'cas', 'cas_odectu', 'dato', 'tid', 'tidspunkt'],
    ...['aflaesningsdato', 'aflaesningstidspunkt', 'avlasningsdatum', 'avlesningsdato', 'zeit'],
    ...['zeitpunkt', 'zeitstempel', 'ablesedatum', 'datum_uhrzeit', 'datum_zeit'],
    ...['epoch', 'epoch_ms', 'epoch_seconds', 'unix', 'unix_time', 'unix_timestamp', 'unix_ms'],
    ...['timestamp_ms', 'timestamp_s', 'ts', 'excel_date', 'excel_serial', 'excel_time'],
  ],
  value: ['values', 'state', 'wartosc', 'hodnota', 'vaerdi', 'varde', 'verdi', 'wert', 'messwert'],
  /** A register's state: the value of readings, never what was used in an interval. */
  reading: [
    ...['counter', 'meter_reading', 'reading_value', 'meter_value', 'counter_reading', 'odczyt'],
    ...[
      'wskazanie',
      'stan',
      'stan_licznika',
      'wskazanie_licznika',
      'stav',
      'stav_meridla',
      'odecet',
    ],
    ...['aflaesning', 'malerstand', 'avlasning', 'matarstallning', 'avlesning'],
    ...['stand', 'zahlerstand', 'zaehlerstand', 'ablesewert', 'ablesung'],
  ],
  /** What was used in an interval: the value of volumes, never a register's. */
  used: [
    ...['consumption', 'usage', 'volume', 'amount', 'quantity', 'zuzycie', 'ilosc', 'spotreba'],
    ...['mnozstvi', 'maengde', 'forbrug', 'forbruk', 'forbrukning', 'mangd', 'mengde', 'verbrauch'],
    ...['menge'],
  ],
  from: [
    ...['from_time', 'from_date', 'begin', 'start', 'start_time', 'period_start', 'interval_start'],
    ...['od', 'fra', 'fra_dato', 'fra_tid', 'fran', 'von', 'beginn'],
  ],
  until: [
    ...['to', 'to_time', 'to_date', 'end', 'end_time', 'interval_end', 'stop', 'do', 'til'],
    ...['til_dato', 'til_tid', 'till', 'bis', 'ende'],
  ],
  unit: [
    ...['units', 'uom', 'unit_of_measurement', 'jednostka', 'jm', 'jednotka', 'enhed'],
    ...['maleenhed', 'enhet', 'einheit'],
  ],
  works_no: [
    ...['property', 'property_no', 'property_number', 'building_no', 'building_number'],
    ...['nr_nieruchomosci', 'numer_nieruchomosci', 'cislo_objektu', 'ejendomsnummer', 'ejendomsnr'],
    ...['ejendom', 'fastighetsnummer', 'eiendomsnummer', 'objektnummer', 'liegenschaft'],
    ...['liegenschaftsnummer'],
  ],
  tenant_no: [
    ...['flat', 'flat_no', 'flat_number', 'apartment', 'apartment_no', 'nr_lokalu', 'numer_lokalu'],
    ...['lokal', 'byt', 'cislo_bytu', 'lejlighed', 'lejlighedsnr', 'lagenhet', 'lagenhetsnummer'],
    ...['leilighet', 'wohnung', 'wohnungsnummer', 'wohnungsnr'],
  ],
  tenant_name: [
    ...['tenant', 'occupant', 'resident', 'lokator', 'najemca', 'najemce', 'lejer', 'lejernavn'],
    ...['hyresgast', 'leietaker', 'mieter', 'mietername'],
  ],
  installation_number: [
    ...['installation_no', 'numer_instalacji', 'nr_instalacji', 'cislo_instalace'],
    ...['installationsnummer', 'installationsnr'],
  ],
  category: ['device_category', 'kategoria', 'kategorie', 'kategori'],
  place: ['location', 'room', 'miejsce', 'pomieszczenie', 'mistnost', 'rum', 'raum'],
  address: ['adres', 'adresa', 'adresse', 'adress', 'anschrift', 'street', 'ulica', 'ulice'],
  city: ['town', 'miasto', 'miejscowosc', 'mesto', 'by', 'stadt'],
  zip_code: [
    'zip',
    'postcode',
    'postal_code',
    'kod_pocztowy',
    'psc',
    'postnummer',
    'postnr',
    'plz',
  ],
  name: ['nazwa', 'nazev', 'navn', 'namn', 'bezeichnung'],
  area: ['area_m2', 'powierzchnia', 'plocha', 'areal', 'areal_m2', 'yta', 'flache', 'flaeche'],
} as const satisfies Record<string, readonly string[]>;

export type ImportColumn = keyof typeof importColumns;

/** What the value is called, by what it can be the value of. */
export const valueColumns: Readonly<Record<'readings' | 'volumes', readonly ImportColumn[]>> = {
  readings: ['value', 'reading'],
  volumes: ['value', 'used'],
};

/** What the time of a day is called where it stands in a column beside the date. */
export const timeColumns: readonly string[] = [
  ...['time', 'time_of_day', 'hour', 'godzina', 'czas', 'cas', 'hodina', 'tid', 'klokkeslaet'],
  ...['klokkeslett', 'klockslag', 'uhrzeit', 'zeit'],
];

/** Letters that no accent makes; an accent is taken away. */
const letters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  ß: 'ss',
  đ: 'd',
  '²': '2',
  '³': '3',
};

/** Words of the line below the last one that sums the others up. */
export const totalWords: readonly string[] = [
  ...['total', 'totals', 'grand_total', 'sum', 'razem', 'suma', 'ogolem', 'lacznie', 'celkem'],
  ...['soucet', 'i_alt', 'ialt', 'summa', 'totalt', 'sammenlagt', 'gesamt', 'summe'],
  ...['gesamtsumme', 'insgesamt'],
];

/**
 * A column's name as it is compared: without accents, capitals, marks and what stands in brackets
 * behind it, words apart by one underscore.
 */
export function foldColumn(name: string): string {
  return name
    .replace(/\s*[[(][^\])]*[\])]\s*$/, '')
    .toLowerCase()
    .replace(/[łøæßđ²³]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}
