/** Of all accounts of the demo, which README lists. */
export const demoPassword = 'Meterhouse-demo-1';
