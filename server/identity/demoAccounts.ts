/** Of all accounts of the demo, which docs/testers.md lists. */
export const demoPassword = 'Meterhouse-demo-1';
