/** Who receives the bills of the demo's customers: the same in each market. */

/** Each with the people of server/demo/accounts.ts who have it. */
export const demoBillingAdmins: readonly {
  readonly sapNumber: string;
  readonly name: string;
  readonly people: readonly string[];
}[] = [
  // The second one may have it because they are a special user.
  { sapNumber: '0001000101', name: 'Domus', people: ['admin', 'landlord'] },
  { sapNumber: '0001000102', name: 'Habitat', people: ['admin'] },
  { sapNumber: '0001000203', name: 'Arbor', people: ['user'] },
  { sapNumber: '0001000304', name: 'Castellum', people: [] },
];

/** Their own numbers. */
export const demoSapNumbers: Readonly<Record<string, string>> = {
  admin: '0002000101',
  landlord: '0002000102',
};
